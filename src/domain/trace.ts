import type { ValidationPlan } from './plan.ts';
import type { TokenUsage, Vote } from './review-panel.ts';
import type { TraceEntry } from './work-item.ts';

/** When a run began and ended, in UTC, ISO 8601. */
export interface RunTimes {
  startedAt: string;
  completedAt: string;
}

/** The trace with one more entry; what stands there already is never touched. */
export function appendTrace(trace: readonly TraceEntry[] | null | undefined, entry: TraceEntry): TraceEntry[] {
  return [...(Array.isArray(trace) ? (trace as readonly TraceEntry[]) : []), entry];
}

/**
 * The validator's own entry. `model` and `provider` are the first reviewer's, since the fleet's readers know one a stage; all of them
 * stand in `reviewers`. Token usage is the sum over the panel.
 */
export function describeValidation(
  plan: ValidationPlan,
  votes: readonly Vote[],
  { startedAt, completedAt }: RunTimes,
): TraceEntry {
  const [first] = votes;
  return {
    stage: 'validator',
    node: plan.node,
    model: first?.model ?? null,
    provider: first?.provider ?? null,
    started_at: startedAt,
    completed_at: completedAt,
    token_usage: { ...sumUsage(votes) },
    reviewers: votes.map(({ seat, capability, provider, model, kind }) => ({
      seat,
      capability,
      provider,
      model,
      vote: kind,
    })),
    ...(plan.enabled ? {} : { validation: 'disabled' }),
  };
}

function sumUsage(votes: readonly Vote[]): TokenUsage {
  const sum = (side: keyof TokenUsage): number =>
    votes
      .map((vote) => vote.usage?.[side] ?? 0)
      .reduce((total, tokens) => (Number.isFinite(tokens) ? total + tokens : total), 0);
  return { input: sum('input'), output: sum('output') };
}
