import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CAPABILITIES, type ReviewerModel } from '../../src/domain/review-panel.ts';
import { type PanelInput, rotateCapabilities, seatPanel } from '../../src/domain/seat-panel.ts';

const models: ReviewerModel[] = [
  { provider: 'prov-1', model: 'claude-opus-4', capability: 'reasoning' },
  { provider: 'prov-2', model: 'gpt-5-mini', capability: 'basic' },
  { provider: 'prov-3', model: 'qwen-max', capability: 'moderate' },
];
const quietTrace = [{ stage: 'developer', provider: 'prov-9', model: 'grok-4' }];
const seat = (rest: Partial<PanelInput> = {}) =>
  seatPanel({ k: 3, models, requested: null, trace: quietTrace, allowUpstream: false, ...rest });
const seated = (rest: Partial<PanelInput> = {}) => {
  const { panel } = seat(rest);
  return panel.kind === 'seated'
    ? panel.seats.map(({ capability, model }) => `${capability}: ${model}`)
    : panel.because;
};

describe('seatPanel, ways to a biased panel', () => {
  it('seats nobody when every model worked on the change', () => {
    const trace = models.map(({ provider, model }) => ({ stage: 'developer', provider, model }));
    expect(seat({ trace }).panel).toEqual({
      kind: 'not-seated',
      because: expect.stringContaining('claude-opus-4 (developer), gpt-5-mini (developer), qwen-max (developer)'),
    });
  });

  it('excludes siblings of the author, whatever their size, release or provider', () => {
    const trace = [{ stage: 'developer', provider: 'router', model: 'Anthropic/Claude-Sonnet-4-20250514' }];
    expect(seated({ trace, k: 2 })).toEqual(['moderate: qwen-max', 'reasoning: gpt-5-mini']);
    expect(seat({ trace }).notes).toContain(
      'not asked to review, because they or their siblings worked on this change: prov-1/claude-opus-4',
    );
  });

  it('excludes requested models too', () => {
    const trace = [{ stage: 'planner', provider: 'prov-2', model: 'gpt-5' }];
    expect(seated({ trace, k: 1, requested: [{ provider: 'prov-2', model: 'gpt-5-mini' }] })).toMatch(
      /worked on this change/,
    );
  });

  it('records a waiver when upstream models are allowed and no other is left', () => {
    const trace = [{ stage: 'developer', provider: 'prov-2', model: 'gpt-5-mini' }];
    const seating = seat({ trace, k: 1, models: models.slice(1, 2), allowUpstream: true });
    expect(seating.panel).toMatchObject({ kind: 'seated', seats: [{ model: 'gpt-5-mini' }] });
    expect(seating.notes[0]).toMatch(/^waiver: /);
    expect(seating.excludedModels).toEqual([]);
  });

  it('prefers independent models even where upstream models are allowed', () => {
    const trace = [{ stage: 'developer', provider: 'prov-2', model: 'gpt-5-mini' }];
    expect(seated({ trace, k: 2, allowUpstream: true })).toEqual(['moderate: qwen-max', 'reasoning: claude-opus-4']);
  });

  it('does not exclude the validator’s own reviewers of earlier attempts', () => {
    const trace = [...quietTrace, { stage: 'validator', provider: 'prov-1', model: 'claude-opus-4' }];
    expect(seated({ trace, k: 1 })).toEqual(['reasoning: claude-opus-4']);
  });

  it('says so when the trace names no model for a stage, as the fleet’s own developer does', () => {
    const trace = [{ stage: 'developer', provider: null, model: null }];
    expect(seat({ trace }).notes).toEqual([
      'the trace names no model for developer: whether a reviewer is independent of it could not be checked',
    ]);
    expect(seat({ trace: null }).notes).toEqual([
      'the trace names no model: there was nothing to exclude from the review',
    ]);
  });

  it('says which seats share a model where the pool is smaller than the panel', () => {
    const seating = seat({ k: 3, models: models.slice(0, 2) });
    expect(seating.notes).toEqual([
      'seats 2, 3 share one model, prov-1/claude-opus-4: their votes are not independent',
    ]);
  });

  it('takes a model that is listed twice for one', () => {
    const twice = [
      { provider: 'prov-1', model: 'model-a' },
      { provider: 'Prov-1', model: 'Model-A' },
    ];
    expect(seat({ k: 2, models: twice }).notes).toEqual([
      'seats 1, 2 share one model, prov-1/model-a: their votes are not independent',
    ]);
  });

  it('seats nobody without a model', () => {
    expect(seated({ models: [] })).toBe('no reviewer model is configured (fleet.llm.models)');
  });

  it('lists what may not answer in a seat’s place', () => {
    const trace = [{ stage: 'developer', model: 'grok-4' }];
    expect(seat({ trace }).excludedModels).toEqual([{ provider: 'unknown', model: 'grok-4' }]);
  });
});

describe('seatPanel', () => {
  it.each([
    [1, ['reasoning']],
    [2, ['moderate', 'reasoning']],
    [3, ['basic', 'moderate', 'reasoning']],
    [5, ['basic', 'moderate', 'reasoning', 'basic', 'moderate']],
    [0, []],
    [-1, []],
  ])('rotates the capabilities of %i seats', (k, capabilities) => {
    expect(rotateCapabilities(k)).toEqual(capabilities);
  });

  it('gives each capability the model that is made for it', () => {
    expect(seated()).toEqual(['basic: gpt-5-mini', 'moderate: qwen-max', 'reasoning: claude-opus-4']);
  });

  it('does not let a seat that nothing is made for take the model of one that has it', () => {
    expect(seated({ k: 2, models: [models[0]!, models[1]!] })).toEqual([
      'moderate: gpt-5-mini',
      'reasoning: claude-opus-4',
    ]);
  });

  it('spreads over families and providers where capabilities do not decide', () => {
    const pool = [
      { provider: 'prov-1', model: 'claude-a' },
      { provider: 'prov-1', model: 'claude-b' },
      { provider: 'prov-2', model: 'gpt-5' },
      { provider: 'prov-1', model: 'qwen-max' },
    ];
    expect(seated({ k: 3, models: pool })).toEqual(['basic: claude-a', 'moderate: gpt-5', 'reasoning: qwen-max']);
  });

  it('takes requested models in seat order, round and round', () => {
    const requested = [
      { provider: 'p', model: 'model-x' },
      { provider: 'p', model: 'model-y' },
    ];
    expect(seated({ requested })).toEqual(['basic: model-x', 'moderate: model-y', 'reasoning: model-x']);
  });

  it('takes an empty request for none', () => {
    expect(seated({ requested: [], k: 1 })).toEqual(['reasoning: claude-opus-4']);
  });

  it('seats exactly k, numbered in order, none twice while another is free, and the same each time', () => {
    const model = fc.record({
      provider: fc.constantFrom('p', 'q'),
      model: fc.constantFrom('gpt-5', 'claude-a', 'claude-b', 'model-x', 'model-y', 'grok-4'),
      capability: fc.option(fc.constantFrom(...CAPABILITIES), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.array(model, { minLength: 1, maxLength: 8 }), (k, pool) => {
        const { panel } = seat({ k, models: pool });
        expect(seat({ k, models: pool }).panel).toEqual(panel);
        if (panel.kind === 'not-seated') {
          expect(pool.every((each) => each.model === 'grok-4')).toBe(true);
          return;
        }
        expect(panel.seats.map((each) => each.seat)).toEqual(Array.from({ length: k }, (_, index) => index + 1));
        expect(panel.seats.some((each) => each.model === 'grok-4')).toBe(false);
        const eligible = new Set(
          pool.filter((each) => each.model !== 'grok-4').map((each) => `${each.provider}/${each.model}`),
        );
        expect(new Set(panel.seats.map((each) => `${each.provider}/${each.model}`)).size).toBe(
          Math.min(k, eligible.size),
        );
      }),
    );
  });
});
