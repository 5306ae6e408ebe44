import { modelFamilies } from './model-family.ts';
import type { Capability, ReviewerModel, ReviewerSeat } from './review-panel.ts';

/**
 * A model for each capability, seats numbered from 1. `in order` takes the pool round and round. `by capability` spreads first (no model twice
 * while another is free), then matches the capability, then prefers families and providers not yet on the panel, then the pool's order.
 */
export function assignModels(
  capabilities: readonly Capability[],
  pool: readonly ReviewerModel[],
  how: 'in order' | 'by capability',
): ReviewerSeat[] {
  if (how === 'in order')
    return capabilities.flatMap((capability, index) => seatOf(index + 1, capability, pool[index % pool.length]));
  const seats = seatingOrder(capabilities, pool).reduce<ReviewerSeat[]>((taken, index) => {
    const capability = capabilities[index] ?? 'reasoning';
    return [...taken, ...seatOf(index + 1, capability, pickModel(capability, pool, taken))];
  }, []);
  return seats.sort((a, b) => a.seat - b.seat);
}

/** Seats that some model is made for choose first, so that no other seat takes that model away. */
function seatingOrder(capabilities: readonly Capability[], pool: readonly ReviewerModel[]): number[] {
  const isServed = (index: number): boolean => pool.some((model) => model.capability === capabilities[index]);
  const indexes = capabilities.map((_, index) => index);
  return [...indexes.filter(isServed), ...indexes.filter((index) => !isServed(index))];
}

function pickModel(
  capability: Capability,
  pool: readonly ReviewerModel[],
  taken: readonly ReviewerSeat[],
): ReviewerModel | undefined {
  const ranked = pool.map((model) => ({ model, rank: rankOf(model, capability, taken) }));
  return ranked.sort((a, b) => compareRanks(a.rank, b.rank)).at(0)?.model;
}

/** The lower, the better; earlier numbers weigh more. */
function rankOf(model: ReviewerModel, capability: Capability, taken: readonly ReviewerSeat[]): number[] {
  const families = modelFamilies(model.model);
  const count = (alike: (seat: ReviewerSeat) => boolean): number => taken.filter(alike).length;
  return [
    count((seat) => seat.provider === model.provider && seat.model === model.model),
    model.capability === capability ? 0 : model.capability === undefined ? 1 : 2,
    count((seat) => modelFamilies(seat.model).some((family) => families.includes(family))),
    count((seat) => seat.provider === model.provider),
  ];
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, position) => value !== b[position]);
  return index === -1 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

function seatOf(seat: number, capability: Capability, model: ReviewerModel | undefined): ReviewerSeat[] {
  return model === undefined ? [] : [{ seat, capability, provider: model.provider, model: model.model }];
}
