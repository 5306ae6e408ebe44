import { createAdmitWorkItem } from '../../src/activities/admit-work-item.ts';
import type { Activities } from '../../src/activities/index.ts';
import type { ValidationPlan } from '../../src/domain/plan.ts';
import type { ReviewerModel } from '../../src/domain/review-panel.ts';
import type { Settings } from '../../src/settings.ts';
import { aChange, PASSED } from './a-plan.ts';
import { merged, type Overrides } from './merged.ts';
import { someSettings } from './some-settings.ts';

const MODELS: ReviewerModel[] = [
  { provider: 'prov-2', model: 'model-c', capability: 'basic' },
  { provider: 'prov-3', model: 'model-d', capability: 'moderate' },
  { provider: 'prov-2', model: 'model-e', capability: 'reasoning' },
];

export interface ActivityCall {
  activity: keyof Activities;
  input: unknown;
  /** In milliseconds of this machine's clock. */
  startedMs: number;
  /** Absent while it runs. */
  endedMs?: number;
}

export interface StubOptions {
  /** In place of an activity in which all is well. */
  activities?: Partial<Activities>;
  settings?: Overrides<Settings>;
  /** What admission records instead of what the work item and the settings come to: short limits, say. */
  plan?: Overrides<ValidationPlan>;
  searchAttributes?: string[];
}

/** Activities of a run in which every check passes, with what a test says instead, and the calls that they got in order. */
export function someActivities(options: StubOptions = {}): { activities: Activities; calls: ActivityCall[] } {
  const calls: ActivityCall[] = [];
  const activities = { ...allIsWell(options), ...options.activities };
  return { activities: recording(activities, calls), calls };
}

const RECORD = { title: 'result', digest: `sha256:${'0'.repeat(64)}`, bytes: 1 };

/** Admission is the real one; all else answers as an ordinary run would. */
function allIsWell({ settings = {}, plan = {}, searchAttributes = [] }: StubOptions): Activities {
  const admit = createAdmitWorkItem({
    settings: someSettings(merged({ fleet: { llm: { models: MODELS } } }, settings) as Overrides<Settings>),
    searchAttributes: () => Promise.resolve(searchAttributes),
    node: 'worker-1',
  });
  return {
    admitWorkItem: async (request) => {
      const admission = await admit(request);
      return { ...admission, plan: merged(admission.plan, plan) as ValidationPlan };
    },
    prepareCheckout: ({ source }) => Promise.resolve({ ...aChange(), source }),
    runTests: () => Promise.resolve(PASSED),
    runLint: () => Promise.resolve(PASSED),
    scanSecurity: () => Promise.resolve(PASSED),
    readPrComments: () => Promise.resolve(PASSED),
    comparePrHead: () => Promise.resolve(PASSED),
    askReviewer: ({ seat }) => Promise.resolve({ ...seat, kind: 'approve', usage: { input: 4_000, output: 300 } }),
    recordVerdict: () => Promise.resolve(RECORD),
    publishVerdict: () => Promise.resolve(RECORD),
    deadLetterWorkItem: () => Promise.resolve(),
    releaseCheckout: () => Promise.resolve(),
  };
}

function recording(activities: Activities, calls: ActivityCall[]): Activities {
  const recorded = Object.entries(activities).map(([name, activity]) => [
    name,
    async (input: never): Promise<unknown> => {
      const call: ActivityCall = { activity: name as keyof Activities, input, startedMs: performance.now() };
      calls.push(call);
      try {
        return await (activity as (input: never) => Promise<unknown>)(input);
      } finally {
        call.endedMs = performance.now();
      }
    },
  ]);
  return Object.fromEntries(recorded) as Activities;
}
