import { randomUUID } from 'node:crypto';
import type { WorkItem } from '../src/domain/work-item.ts';

/** A work item as the developer stage hands it over, for a repository on this disk. */
export function exampleWorkItem(cloneUrl: string, branch: string, headSha: string | null): WorkItem {
  return {
    work_item_id: randomUUID(),
    source: 'example',
    title: 'Lose no cent when an amount is split',
    description: 'Splitting 10.05 in two loses a cent. The shares must add up to the amount.',
    repo: {
      owner: 'acme-labs',
      name: 'ledger-kit',
      default_branch: 'main',
      language: 'JavaScript',
      clone_url: cloneUrl,
    },
    config: {
      estimated_difficulty: 0.3,
      implementation: { validators: 3, max_iterations: 3 },
      validation: { enabled: true, run_tests: true, run_lint: true, security_scan: true, adversarial_review: true },
    },
    pipeline: {
      stage: 'implemented',
      trace: [],
      attempt: 0,
      feedback_history: [],
      changes: ['src/split.js', 'test/split.test.js'],
      pr_number: null,
      branch_name: branch,
      head_sha: headSha,
    },
  };
}
