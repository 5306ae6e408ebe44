import { readdirSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { DeterminismViolationError } from '@temporalio/workflow';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { verdictWord } from '../../src/domain/verdict.ts';
import type { Ending } from './ending.ts';
import { bundleToday, replay } from './replay-today.ts';
import {
  demandTwoTasks,
  HISTORIES,
  plainText,
  readGolden,
  readHistory,
  recordedEnding,
  recordedShapes,
} from './recorded-history.ts';
import { SHAPE_NAMES, SHAPES } from './shapes.ts';

const shapes = recordedShapes();

beforeAll(() => {
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    telemetryOptions: { logging: { forward: {}, filter: { core: 'ERROR', other: 'ERROR' } } },
  });
});

function describeEnding(ending: Ending) {
  if (ending.kind !== 'completed') return { word: ending.kind, decidedBy: [], notified: undefined };
  const { pipeline, notified } = ending.result;
  const { checks } = pipeline.review_result;
  const failed = checks.filter(({ status }) => status === 'failed');
  const unseen = checks.filter(({ status, duration_ms }) => status === 'unjudged' && duration_ms > 0);
  const decidedBy = (failed.length > 0 ? failed : unseen).map(({ check }) => check);
  return { word: verdictWord(pipeline.review_result), decidedBy, notified };
}

describe('the recorded histories', () => {
  it('are there for every shape of a run, each with its verdict beside it', () => {
    expect(shapes).toEqual([...SHAPE_NAMES].sort());
    const verdicts = readdirSync(HISTORIES).filter((name) => name.endsWith('.verdict.json'));
    expect(verdicts.sort()).toEqual(shapes.map((shape) => `${shape}.verdict.json`));
  });

  it('are refused where fewer than two workflow tasks were completed', () => {
    const whole = readHistory('all-checks-pass');
    const second = whole.events.filter(({ eventType }) => eventType === 'EVENT_TYPE_WORKFLOW_TASK_COMPLETED')[1];
    const cut = { ...whole, events: whole.events.slice(0, whole.events.indexOf(second!)) };
    expect(() => demandTwoTasks(cut)).toThrow('1 completed workflow tasks');
    expect(() => demandTwoTasks(whole)).not.toThrow();
  });

  it.each(shapes)('%s says nothing of the machine that recorded it', (shape) => {
    const text = plainText(readHistory(shape));
    expect(text).not.toContain(hostname());
    expect(text).not.toContain(process.cwd());
    expect(text).not.toMatch(/"(?:[^"]*[ (])?\/(?:home|root|tmp|Users|work|var)\//);
    const identities = [...text.matchAll(/"identity":"([^"]*)"/g)].map(([, identity]) => identity);
    expect(
      [...new Set(identities)].filter((identity) => !/^(?:worker-1|client-1|history-service)$/.test(identity!)),
    ).toEqual([]);
  });

  it('are made anew by a script that their README names', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    expect(scripts).toHaveProperty('record-histories');
    expect(readFileSync(`${HISTORIES}README.md`, 'utf8')).toContain('npm run record-histories');
  });
});

describe('today’s workflow', () => {
  let replayed: Map<string, Awaited<ReturnType<typeof replay>>[number]>;
  beforeAll(async () => {
    const histories = shapes.map((shape) => demandTwoTasks(readHistory(shape)));
    const results = await replay(histories, await bundleToday());
    replayed = new Map(results.map((result, index) => [shapes[index]!, result]));
  });

  it.each(shapes)('takes the same steps as in %s', (shape) => {
    expect(replayed.has(shape)).toBe(true);
    expect(replayed.get(shape)?.error).toBeUndefined();
  });

  it.each(shapes)('comes to the same verdict as in %s', (shape) => {
    const golden = readGolden(shape);
    expect(replayed.get(shape)?.ending).toEqual(golden);
    expect(recordedEnding(readHistory(shape))).toEqual(golden);
  });

  it.each(SHAPE_NAMES)('means by %s what its name says', (shape) => {
    expect(describeEnding(readGolden(shape))).toEqual({ notified: undefined, ...SHAPES[shape] });
  });
});

describe('a changed workflow', () => {
  const history = [readHistory('all-checks-pass')];

  it.each(['one-activity-more', 'one-activity-fewer', 'order-changed', 'a-timer-more'])(
    '%s cannot go on with a run that has begun, and replay says so',
    async (mutant) => {
      const [replayed] = await replay(history, await bundleToday(mutant));
      expect(replayed?.error).toBeInstanceOf(DeterminismViolationError);
    },
  );

  it('that approves everything takes the same steps; the golden verdict tells it apart', async () => {
    const rejected = [readHistory('checks-fail')];
    const [replayed] = await replay(rejected, await bundleToday('approves-everything'));
    expect(replayed?.error).toBeUndefined();
    expect(replayed?.ending).not.toEqual(readGolden('checks-fail'));
    expect(replayed?.ending).toMatchObject({ result: { pipeline: { review_result: { verdict: 'approved' } } } });
  });
});
