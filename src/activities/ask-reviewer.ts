import { randomBytes } from 'node:crypto';
import type { EvidenceReference } from '../domain/check.ts';
import type { Capability, ReviewerSeat, Vote } from '../domain/review-panel.ts';
import { REPLY_SCHEMA } from '../reviewers/reply-schema.ts';
import { buildReviewPrompt, type BuiltPrompt, type ReviewPrompt } from '../reviewers/review-prompt.ts';
import { withHeartbeat } from './heartbeat.ts';
import type { Artifacts, AskModel, Checkouts, ModelReply } from './ports.ts';
import { askAgain, timeToAskMs } from './reviewer-attempts.ts';
import type { ReviewRequest } from './review-request.ts';
import { readVote } from './reviewer-vote.ts';

export interface ReviewerDependencies {
  checkouts: Pick<Checkouts, 'readDiff'>;
  askModel: AskModel;
  artifacts: Pick<Artifacts, 'store'>;
  /** 128 random bits in hex, unless a test says otherwise. */
  createMark?: () => string;
}

/** In tokens, thoughts included: a limit that no honest answer meets and that ends an endless one. */
const MAX_OUTPUT_TOKENS: Record<Capability, number> = { basic: 4_000, moderate: 8_000, reasoning: 32_000 };

/** When so many marks are all in the text, somebody knows how they are made. */
const MARKS_TO_TRY = 5;

/**
 * Asks one seat of the panel for its vote. A readable reply is final, whatever it says; what is no reply is asked for again, and on
 * the last attempt it becomes a no-answer, so that prompt and reply stay on record.
 */
export function createAskReviewer(deps: ReviewerDependencies): (request: ReviewRequest) => Promise<Vote> {
  return (request) =>
    withHeartbeat(async (signal) => {
      const startedMs = performance.now();
      const built = buildPrompt(deps, request, await deps.checkouts.readDiff(request.change, signal));
      if (built.kind === 'mark-taken')
        return noAnswer(request.seat, 'no mark could be found that the change does not hold');
      if (built.kind === 'unreviewable') return noAnswer(request.seat, built.because);
      const prompt = await storePrompt(deps, request.seat, built);
      const reply = await ask(deps, request, built, { startedMs, signal });
      if (reply.kind === 'answered') return readVote(deps.artifacts, request, built, { reply, prompt });
      if (reply.retryable) askAgain('ReviewerUnavailable', reply);
      return { ...noAnswer(request.seat, reply.because), usage: reply.usage, evidence: [prompt] };
    });
}

function buildPrompt(
  { createMark = randomMark }: ReviewerDependencies,
  request: ReviewRequest,
  diff: string,
): ReviewPrompt {
  const { seat, title, description } = request;
  let built: ReviewPrompt = { kind: 'mark-taken' };
  for (let tries = 0; tries < MARKS_TO_TRY && built.kind === 'mark-taken'; tries++) {
    built = buildReviewPrompt({ seat, title, description, diff, mark: createMark() });
  }
  return built;
}

const randomMark = (): string => randomBytes(16).toString('hex');

/** Before the model is asked: a store that is down must not cost an answer. */
function storePrompt(
  { artifacts }: ReviewerDependencies,
  { seat }: ReviewerSeat,
  built: BuiltPrompt,
): Promise<EvidenceReference> {
  return artifacts.store(`prompt of reviewer ${seat}`, `${built.system}\n\n${built.prompt}\n`);
}

function ask(
  { askModel }: ReviewerDependencies,
  { seat, timeoutMs }: ReviewRequest,
  { system, prompt }: BuiltPrompt,
  { startedMs, signal }: { startedMs: number; signal: AbortSignal },
): Promise<ModelReply> {
  const request = {
    seat,
    system,
    prompt,
    schema: REPLY_SCHEMA,
    maxOutputTokens: MAX_OUTPUT_TOKENS[seat.capability],
    timeoutMs: timeToAskMs(timeoutMs, performance.now() - startedMs),
  };
  return askModel(request, signal);
}

const noAnswer = (seat: ReviewerSeat, because: string): Extract<Vote, { kind: 'no-answer' }> => ({
  ...seat,
  kind: 'no-answer',
  because,
});
