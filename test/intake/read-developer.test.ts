import { describe, expect, it } from '@jest/globals';
import { findDeveloperProblems } from '../../src/intake/read-developer.ts';

const RUN = '0192f1c4-3f7a-7c11-9d5e-0a1b2c3d4e5f';

describe('the developer that a request names', () => {
  it.each([
    ['nobody', undefined],
    ['null', null],
    ['a workflow', { workflow_id: 'develop/1' }],
    ['one run of it', { workflow_id: 'develop/1', run_id: RUN, signal: 'take_feedback' }],
    ['nulls in place of what is absent', { workflow_id: 'develop/1', run_id: null, signal: null }],
    ['fields that are not ours', { workflow_id: 'develop/1', team: 'blue' }],
  ])('may be %s', (_, developer) => {
    expect(findDeveloperProblems(developer)).toEqual([]);
  });

  it.each([
    ['a text', 'develop/1', 'developer must be an object'],
    ['a list', ['develop/1'], 'developer must be an object'],
    ['without an id', {}, 'developer.workflow_id must be a text'],
    ['with an empty id', { workflow_id: '' }, 'developer.workflow_id must not be empty'],
    ['with an endless id', { workflow_id: 'x'.repeat(1_001) }, 'developer.workflow_id must be at most 1000 bytes long'],
    [
      'with an id of too many bytes',
      { workflow_id: 'ä'.repeat(600) },
      'developer.workflow_id must be at most 1000 bytes long',
    ],
    ['with half a surrogate pair', { workflow_id: 'x\ud800' }, 'developer.workflow_id must be well-formed Unicode'],
    ['with a run that no server gave out', { workflow_id: 'd', run_id: 'latest' }, 'developer.run_id must be a UUID'],
    ['with an empty run', { workflow_id: 'd', run_id: '' }, 'developer.run_id must be a UUID'],
    ['with a number for a signal', { workflow_id: 'd', signal: 7 }, 'developer.signal must be a text'],
    ['with an empty signal', { workflow_id: 'd', signal: '' }, 'developer.signal must not be empty'],
  ])('must not be %s', (_, developer, problem) => {
    expect(findDeveloperProblems(developer).map((bad) => `${bad.field} ${bad.problem}`)).toEqual([problem]);
  });

  it('is told all that is wrong at once', () => {
    const developer = { workflow_id: 1, run_id: 2, signal: 3 };
    expect(findDeveloperProblems(developer).map(({ field }) => field)).toEqual([
      'developer.workflow_id',
      'developer.run_id',
      'developer.signal',
    ]);
  });
});
