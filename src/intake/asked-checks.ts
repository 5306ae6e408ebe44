import type { LookingCheck } from '../domain/check.ts';
import type { Asked } from '../domain/plan.ts';
import type { WorkItem } from '../domain/work-item.ts';
import type { Settings } from '../settings/schema.ts';

/** The four checks that may be switched off, by the name of their switch. */
const SWITCHES = {
  tests: 'run_tests',
  lint: 'run_lint',
  security_scan: 'security_scan',
  adversarial_review: 'adversarial_review',
} as const satisfies Partial<Record<LookingCheck, string>>;
type Switch = (typeof SWITCHES)[keyof typeof SWITCHES] | 'enabled';

/** What the work item says, else what the settings say. Only a plain `false` switches off. */
export function isSwitchedOn({ config }: WorkItem, settings: Settings, name: Switch): boolean {
  return config?.validation?.[name] ?? settings.fleet.validation[name];
}

/** Which checks are asked to look; `stale_diff` always is, with a pull request or without. */
export function askChecks(workItem: WorkItem, settings: Settings, k: number): Record<LookingCheck, Asked> {
  const ask = (name: Switch): Asked =>
    isSwitchedOn(workItem, settings, name) ? { asked: true } : { asked: false, because: 'disabled' };
  const review = ask(SWITCHES.adversarial_review);
  return {
    tests: ask(SWITCHES.tests),
    lint: ask(SWITCHES.lint),
    security_scan: ask(SWITCHES.security_scan),
    pr_comments: hasPullRequest(workItem) ? { asked: true } : { asked: false, because: 'no_pull_request' },
    stale_diff: { asked: true },
    adversarial_review: review.asked && k === 0 ? { asked: false, because: 'no_reviewers' } : review,
  };
}

/** Says who switched what off: a check that did not look must not be taken for one that found nothing. */
export function describeSwitchedOff(workItem: WorkItem, settings: Settings): string[] {
  return Object.entries(SWITCHES)
    .filter(([, name]) => !isSwitchedOn(workItem, settings, name))
    .map(([check, name]) => {
      const byItem = workItem.config?.validation?.[name] === false;
      return `${check} is switched off by ${byItem ? 'the work item' : 'the settings'} (${name})`;
    });
}

export function hasPullRequest({ pipeline }: WorkItem): boolean {
  return pipeline.pr_number != null;
}
