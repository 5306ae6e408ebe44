import { describe, expect, it } from '@jest/globals';
import { isUpstream, readUpstream } from '../../src/domain/upstream-models.ts';

describe('readUpstream', () => {
  it('takes every stage but the validator’s own, and says which stages name no model', () => {
    const upstream = readUpstream([
      { stage: 'planner', provider: 'prov-1', model: 'model-b' },
      { stage: 'developer', provider: null, model: null },
      { stage: 'developer_feedback', model: 'model-x' },
      { stage: 'Validator', provider: 'prov-2', model: 'model-c' },
      { stage: 'developer' },
    ]);
    expect(upstream.models).toEqual([
      { stage: 'planner', provider: 'prov-1', model: 'model-b' },
      { stage: 'developer_feedback', provider: null, model: 'model-x' },
    ]);
    expect(upstream.silentStages).toEqual(['developer']);
  });

  it('reads a missing trace as one that names nobody', () => {
    expect(readUpstream(null)).toEqual({ models: [], silentStages: [] });
  });
});

describe('isUpstream', () => {
  const wrote = [{ stage: 'developer', provider: 'Prov-1', model: 'Model-B' }];

  it.each([
    ['the same name in another case', { provider: 'prov-1', model: 'model-b' }, true],
    ['a sibling served by another provider', { provider: 'router', model: 'house/model-b-v2' }, true],
    ['another model of the same provider', { provider: 'prov-1', model: 'model-z' }, false],
  ])('%s', (_, candidate, expected) => {
    expect(isUpstream(candidate, wrote)).toBe(expected);
  });
});
