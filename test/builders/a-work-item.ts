import type { WorkItem } from '../../src/domain/work-item.ts';
import { merged, type Overrides } from './merged.ts';

const ordinary: WorkItem = {
  work_item_id: '5b0c7a52-93d4-4f0e-8f5d-2f5f1d0a7c11',
  source: 'github',
  source_ref: 'acme-labs/ledger-kit#318',
  title: 'Round half-even when splitting invoices',
  description: 'Splitting 10.05 in two loses a cent.',
  repo: { owner: 'acme-labs', name: 'ledger-kit', default_branch: 'main', language: 'Ruby' },
  config: {
    estimated_difficulty: 0.45,
    implementation: { solvers: 1, validators: 3, max_iterations: 5, models: null },
    validation: {
      enabled: true,
      run_tests: true,
      run_lint: true,
      security_scan: true,
      adversarial_review: true,
      reviewer_models: null,
    },
  },
  pipeline: {
    stage: 'implemented',
    trace: [
      { stage: 'planner', node: 'w1', model: 'model-b', provider: 'prov-1', token_usage: { input: 5200, output: 700 } },
      { stage: 'developer', node: 'w2', model: null, provider: null, token_usage: {} },
    ],
    attempt: 0,
    feedback_history: [],
    changes: ['lib/ledger_kit/split.rb', 'spec/split_spec.rb'],
    review_result: null,
    pr_number: 331,
    branch_name: 'fleet/fix-ledger-kit-318',
  },
};

/** An ordinary work item that has come from the developer stage, with what a test says about it instead. */
export function aWorkItem(overrides: Overrides<WorkItem> = {}): WorkItem {
  return merged(ordinary, overrides) as WorkItem;
}
