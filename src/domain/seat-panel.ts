import { assignModels } from './assign-models.ts';
import type { PanelPlan } from './plan.ts';
import type { Capability, ReviewerModel, ReviewerSeat } from './review-panel.ts';
import { isUpstream, readUpstream, type Upstream } from './upstream-models.ts';
import type { ModelName, TraceEntry } from './work-item.ts';

/** What a panel is seated from. */
export interface PanelInput {
  /** The number of seats. */
  k: number;
  /** The models of the settings, in their order. */
  models: readonly ReviewerModel[];
  /** `config.validation.reviewer_models` of the work item: taken in seat order, instead of the settings' models. */
  requested: readonly ModelName[] | null;
  trace: readonly TraceEntry[] | null;
  /** `fleet.validation.allow_upstream_models`: rather a sibling of the author than no review, and say so. */
  allowUpstream: boolean;
}

/** A panel, and what a reader of the verdict must know about it. */
export interface Seating {
  panel: PanelPlan;
  notes: string[];
  /** Models whose answer counts for nothing, since they worked on the change; empty under the waiver. For `ValidationPlan.excludedModels`. */
  excludedModels: ModelName[];
}

/**
 * Gives each seat a capability and a model that had no hand in the change. The same input gives the same panel. A pool that exclusion
 * empties seats nobody, unless a waiver allows upstream models: a change is never silently reviewed by its author's siblings.
 */
export function seatPanel(input: PanelInput): Seating {
  const upstream = readUpstream(input.trace);
  const excludedModels = input.allowUpstream
    ? []
    : upstream.models.map(({ provider, model }) => ({ provider: provider ?? 'unknown', model }));
  return { ...chooseSeats(input, upstream), excludedModels };
}

function chooseSeats(
  { k, models, requested, allowUpstream }: PanelInput,
  upstream: Upstream,
): Omit<Seating, 'excludedModels'> {
  if (k < 1) return { panel: { kind: 'seated', seats: [] }, notes: [] };
  const asked = requested !== null && requested.length > 0;
  const pool = distinct(asked ? requested : models);
  if (pool.length === 0)
    return { panel: { kind: 'not-seated', because: 'no reviewer model is configured (fleet.llm.models)' }, notes: [] };
  const independent = pool.filter((model) => !isUpstream(model, upstream.models));
  if (independent.length === 0 && !allowUpstream) return notSeated(upstream);
  const seats = assignModels(
    rotateCapabilities(k),
    independent.length > 0 ? independent : pool,
    asked ? 'in order' : 'by capability',
  );
  return {
    panel: { kind: 'seated', seats },
    notes: [...exclusionNotes(upstream, pool, independent), ...sharingNotes(seats)],
  };
}

/** Basic, moderate, reasoning, and round again; a single reviewer reasons, of two none is basic (contract 9.14). */
export function rotateCapabilities(k: number): Capability[] {
  if (k === 1) return ['reasoning'];
  if (k === 2) return ['moderate', 'reasoning'];
  const round: readonly Capability[] = ['basic', 'moderate', 'reasoning'];
  return Array.from({ length: Math.max(0, Math.trunc(k)) }, (_, index) => round[index % round.length] ?? 'reasoning');
}

function distinct(models: readonly ReviewerModel[]): ReviewerModel[] {
  const byName = new Map<string, ReviewerModel>();
  for (const model of models)
    if (!byName.has(nameOf(model).toLowerCase())) byName.set(nameOf(model).toLowerCase(), model);
  return [...byName.values()];
}

function notSeated(upstream: Upstream): Omit<Seating, 'excludedModels'> {
  const authors = [...new Set(upstream.models.map(({ stage, model }) => `${model} (${stage})`))].join(', ');
  const because = `every reviewer model is one that worked on this change, or a sibling of it: ${authors}; fleet.validation.allow_upstream_models waives this`;
  return { panel: { kind: 'not-seated', because }, notes: silenceNotes(upstream) };
}

function exclusionNotes(
  upstream: Upstream,
  pool: readonly ReviewerModel[],
  independent: readonly ReviewerModel[],
): string[] {
  const notes = silenceNotes(upstream);
  if (independent.length === pool.length) return notes;
  if (independent.length === 0)
    return [
      'waiver: the reviewers are models that worked on this change, or siblings of them (fleet.validation.allow_upstream_models)',
      ...notes,
    ];
  const excluded = pool.filter((model) => !independent.includes(model)).map(nameOf);
  return [
    ...notes,
    `not asked to review, because they or their siblings worked on this change: ${excluded.join(', ')}`,
  ];
}

function silenceNotes({ models, silentStages }: Upstream): string[] {
  const where = silentStages.join(', ');
  if (silentStages.length > 0)
    return [`the trace names no model for ${where}: whether a reviewer is independent of it could not be checked`];
  return models.length > 0 ? [] : ['the trace names no model: there was nothing to exclude from the review'];
}

function sharingNotes(seats: readonly ReviewerSeat[]): string[] {
  const names = [...new Set(seats.map(nameOf))];
  return names.flatMap((name) => {
    const shared = seats.filter((seat) => nameOf(seat) === name).map(({ seat }) => seat);
    return shared.length > 1
      ? [`seats ${shared.join(', ')} share one model, ${name}: their votes are not independent`]
      : [];
  });
}

function nameOf({ provider, model }: ModelName): string {
  return `${provider}/${model}`;
}
