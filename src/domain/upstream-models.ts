import { isSameFamily } from './model-family.ts';
import type { TraceEntry } from './work-item.ts';

/** A model that had a hand in the change. `provider` is `null` where the trace does not name it. */
export interface UpstreamModel {
  stage: string;
  provider: string | null;
  model: string;
}

/** Who worked on the change before us, and the stages that do not say with which model. */
export interface Upstream {
  models: UpstreamModel[];
  silentStages: string[];
}

/** From every trace entry that is not the validator's own (contract 9.8): its earlier reviewers are no authors. */
export function readUpstream(trace: readonly TraceEntry[] | null | undefined): Upstream {
  const entries = (trace ?? []).filter((entry) => entry.stage.trim().toLowerCase() !== 'validator');
  const models = entries.flatMap(({ stage, provider, model }): UpstreamModel[] =>
    isNamed(model) ? [{ stage, provider: provider ?? null, model }] : [],
  );
  const silentStages = entries.filter(({ model }) => !isNamed(model)).map(({ stage }) => stage);
  return { models, silentStages: [...new Set(silentStages)] };
}

/** Whether a model, or a sibling of it, wrote the change; names are compared without case, families whoever serves them. */
export function isUpstream(
  candidate: { provider: string; model: string },
  upstream: readonly UpstreamModel[],
): boolean {
  return upstream.some((worked) => isSameName(candidate, worked) || isSameFamily(candidate.model, worked.model));
}

function isSameName(candidate: { provider: string; model: string }, worked: UpstreamModel): boolean {
  if (normalize(candidate.model) !== normalize(worked.model)) return false;
  return worked.provider === null || normalize(candidate.provider) === normalize(worked.provider);
}

function isNamed(model: string | null | undefined): model is string {
  return typeof model === 'string' && model.trim() !== '';
}

function normalize(name: string): string {
  return name.trim().toLowerCase();
}
