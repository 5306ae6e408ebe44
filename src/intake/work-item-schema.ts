import { z } from 'zod';
import type { WorkItem } from '../domain/work-item.ts';
import { findCloneUrlProblem } from './clone-url.ts';
import {
  findBranchProblem,
  findCommitProblem,
  findIdProblem,
  findOwnerProblem,
  findPathProblem,
  findRepositoryProblem,
  type FindProblem,
} from './names.ts';
import { findStageProblem } from './stage.ts';

/** k beyond this is a slip, not a panel. */
export const MOST_REVIEWERS = 32;
const MOST_TITLE = 10_000;
/** Twice what the fleet cuts descriptions at. */
const MOST_DESCRIPTION = 65_536;
/** A 32-bit integer: what GitHub's GraphQL takes as a number. */
const MOST_NUMBER = 2_147_483_647;

const flag = z.boolean('must be true or false').nullish();
const aModel = z.string('must be a text').min(1, 'must not be empty').max(200, 'must be at most 200 characters long');

function text(most: number) {
  return z.string('must be a text').max(most, `must be at most ${most} characters long`);
}

function name(findProblem: FindProblem) {
  return z.string('must be a text').superRefine((given, context) => {
    const problem = findProblem(given);
    if (problem !== null) context.addIssue(problem);
  });
}

function whole(least: number, most: number) {
  const problem = `must be a whole number from ${least} to ${most}`;
  return z.number(problem).int(problem).min(least, problem).max(most, problem);
}

function list<Entry extends z.ZodType>(entry: Entry, most: number) {
  return z.array(entry, 'must be a list').max(most, `must have at most ${most} entries`);
}

function object<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.looseObject(shape, 'must be an object');
}

const repository = object({
  owner: name(findOwnerProblem),
  name: name(findRepositoryProblem),
  default_branch: name(findBranchProblem).nullish(),
  language: text(100).nullish(),
  clone_url: name(findCloneUrlProblem).nullish(),
});

const config = object({
  estimated_difficulty: z.number('must be a number').nullish(),
  implementation: object({
    validators: whole(0, MOST_REVIEWERS).nullish(),
    max_iterations: whole(0, 1000).nullish(),
  }).nullish(),
  validation: object({
    enabled: flag,
    run_tests: flag,
    run_lint: flag,
    security_scan: flag,
    adversarial_review: flag,
    reviewer_models: list(object({ provider: aModel, model: aModel }), MOST_REVIEWERS).nullish(),
  }).nullish(),
});

const traceEntry = object({
  stage: text(200),
  node: text(500).nullish(),
  model: text(200).nullish(),
  provider: text(200).nullish(),
});

const pipeline = object({
  stage: name(findStageProblem),
  trace: list(traceEntry, 1000).nullish(),
  attempt: whole(0, 10_000).nullish(),
  feedback_history: list(z.union([z.string(), z.looseObject({})], 'must be a text or an object'), 1000).nullish(),
  changes: list(name(findPathProblem), 10_000).nullish(),
  pr_number: whole(1, MOST_NUMBER).nullish(),
  branch_name: name(findBranchProblem).nullish(),
  head_sha: name(findCommitProblem).nullish(),
});

/** What a work item must be to be looked at. It checks and changes nothing: unknown fields are the fleet's, and stay. */
export const workItemSchema: z.ZodType<WorkItem> = object({
  work_item_id: name(findIdProblem),
  title: text(MOST_TITLE).nullish(),
  description: text(MOST_DESCRIPTION).nullish(),
  source_ref: text(1000).nullish(),
  repo: repository,
  config: config.nullish(),
  pipeline,
});
