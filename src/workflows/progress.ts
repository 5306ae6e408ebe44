import { defineQuery, setCurrentDetails, setHandler } from '@temporalio/workflow';
import { LOOKING_CHECKS, type LookingCheck, type Outcome } from '../domain/check.ts';
import type { ValidationPlan } from '../domain/plan.ts';
import type { CheckProgress, ValidationProgress } from '../domain/validation-progress.ts';
import { verdictWord, type ReviewResult } from '../domain/verdict.ts';
import type { WorkItem } from '../domain/work-item.ts';
import { describeProgress } from './describe-progress.ts';
import { identityOf, writeSearchAttributes } from './search-attributes.ts';

const progressQuery = defineQuery<ValidationProgress>('progress');

/** What a person sees while it runs: the `progress` query, the details page of the Temporal UI, the search attributes. */
export interface Progress {
  admit: (workItem: WorkItem, plan: ValidationPlan) => void;
  start: (check: LookingCheck) => void;
  end: (check: LookingCheck, outcome: Outcome) => void;
  decide: (review: ReviewResult) => void;
}

/** Opened before the work item was admitted: until then nothing of it may be believed, not even its shape. */
export function openProgress(): Progress {
  const seen: ValidationProgress = {
    title: null,
    state: 'admitting',
    checks: LOOKING_CHECKS.map((check) => ({ check, state: 'waiting' })),
    review: null,
  };
  let writable: readonly string[] = [];
  const show = (change: Partial<ValidationProgress>): void => {
    Object.assign(seen, change);
    setCurrentDetails(describeProgress(seen));
  };
  const update = (check: LookingCheck, news: Partial<CheckProgress>): void => {
    show({ checks: seen.checks.map((entry) => (entry.check === check ? { ...entry, ...news } : entry)) });
  };
  setHandler(progressQuery, () => seen, {
    description: 'The checks, what they ended in, and the verdict once there is one',
  });
  show({});

  return {
    admit: (workItem, plan) => {
      writable = plan.searchAttributes;
      show({ state: 'checking', title: titleOf(workItem) });
      writeSearchAttributes(writable, identityOf(workItem));
    },
    start: (check) => {
      update(check, { state: 'running', started_at: now() });
    },
    end: (check, outcome) => {
      update(check, { state: outcome.status, ended_at: now(), ...detailOf(outcome) });
    },
    decide: (review) => {
      show({ state: 'decided', review });
      writeSearchAttributes(writable, { LexVerdict: verdictWord(review), LexScore: review.score.aggregate });
    },
  };
}

function titleOf({ title, repo, pipeline }: WorkItem): string {
  const pullRequest = pipeline.pr_number == null ? '' : `, pull request #${pipeline.pr_number}`;
  return `${title ?? 'no title'} in ${repo.owner}/${repo.name}${pullRequest}, attempt ${pipeline.attempt ?? 0}`;
}

function now(): string {
  return new Date().toISOString();
}

function detailOf(outcome: Outcome): Pick<CheckProgress, 'because' | 'issues'> {
  switch (outcome.status) {
    case 'passed':
      return {};
    case 'failed':
      return { issues: outcome.issues.length };
    case 'skipped':
    case 'unjudged':
      return { because: outcome.because };
  }
}
