import { z } from 'zod';
import { MOST_REVIEWERS } from '../intake/work-item-schema.ts';
import { flag, seconds, share, text } from './kinds.ts';
import { field, optional, section, setting } from './setting.ts';

const weights = section(
  z
    .object({
      completeness: setting(share, 0.35, { effect: 'Weight of the test pass rate in the quality gate.' }),
      correctness: setting(share, 0.35, { effect: 'Weight of the mean of lint clean and scan clean.' }),
      quality: setting(share, 0.2, { effect: 'Weight of a unanimous review.' }),
      security: setting(share, 0.1, { effect: 'Weight of a clean security scan.' }),
    })
    .superRefine((given, context) => {
      const sum = given.completeness + given.correctness + given.quality + given.security;
      if (Math.abs(sum - 1) > 0.001) context.addIssue(`must sum to 1, and sum to ${Number(sum.toFixed(4))}`);
    }),
);

const reviewerModel = z.object({
  provider: field(text, { effect: 'Provider of a reviewer, as one of `fleet.llm.models` names it.' }),
  model: field(text, { effect: 'Model of a reviewer, as one of `fleet.llm.models` names it.' }),
});

/** What is checked and what it takes to be approved. */
export const validationSettings = section(
  z.object({
    enabled: setting(flag, true, { effect: 'False approves every work item at once, and the verdict says so.' }),
    run_tests: setting(flag, true, { effect: 'False skips check 1; its dimension counts 1.0.' }),
    run_lint: setting(flag, true, { effect: 'False skips check 2; lint counts as clean.' }),
    security_scan: setting(flag, true, { effect: 'False skips check 3; the scan counts as clean.' }),
    adversarial_review: setting(flag, true, { effect: 'False skips check 6; quality counts 1.0.' }),
    reviewer_models: optional(
      z
        .array(reviewerModel, 'must be a list of provider and model')
        .max(MOST_REVIEWERS, `must have at most ${MOST_REVIEWERS} entries`),
      {
        effect: 'The models that review, in seat order. Those of the work item come before these.',
        byDefault: 'null (chosen from `fleet.llm.models` by capability)',
        entry: reviewerModel,
      },
    ),
    quality_gate_threshold: setting(share, 0.8, { effect: 'The least weighted score that is approved.' }),
    quality_weights: weights,
    require_pull_request: setting(flag, false, {
      effect:
        'True rejects a work item without a pull request number; false skips check 4 and lets check 5 look at the branch.',
    }),
    allow_no_tests: setting(flag, false, {
      effect: 'True lets a test run without a single test pass, with a note; false fails it.',
    }),
    allow_upstream_models: setting(flag, false, {
      effect: 'True lets a model that worked on the change review it, with a note; false excludes it.',
    }),
    deadline_seconds: setting(seconds, 3600, {
      unit: 'seconds',
      effect: 'Limit of a whole run; then the work item is rejected as not judged.',
    }),
    tests_timeout_seconds: setting(seconds, 300, { unit: 'seconds', effect: 'Limit of the test suite.' }),
    lint_timeout_seconds: setting(seconds, 120, { unit: 'seconds', effect: 'Limit of the linter.' }),
    install_timeout_seconds: setting(seconds, 300, {
      unit: 'seconds',
      effect: 'Limit of installing the dependencies of the repository.',
    }),
    scan_timeout_seconds: setting(seconds, 120, { unit: 'seconds', effect: 'Limit of the security scan.' }),
  }),
);
