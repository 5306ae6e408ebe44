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

/**
 * Whether a model, or a sibling of it, worked on the change, whoever serves it. An equal name is the closest sibling; a provider's name
 * is no help, since routers serve everybody's models.
 */
export function isUpstream(candidate: { model: string }, upstream: readonly UpstreamModel[]): boolean {
  return upstream.some((worked) => isSameFamily(candidate.model, worked.model));
}

function isNamed(model: string | null | undefined): model is string {
  return typeof model === 'string' && model.trim() !== '';
}
