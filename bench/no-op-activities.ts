import { createActivities, type Activities, type Dependencies } from '../src/activities/index.ts';
import type { Outcome } from '../src/domain/check.ts';
import type { Settings } from '../src/settings.ts';

const passed = (): Promise<Outcome> => Promise.resolve({ status: 'passed', score: 1 });
const sha = (digit: string): string => digit.repeat(40);

/** Admission is the real one, for it decides what a run does; everything else answers at once. */
export function noOpActivities(settings: Settings): Activities & { nothing: () => Promise<void> } {
  const deps = { settings, node: 'bench', searchAttributes: () => Promise.resolve([]) };
  return {
    ...createActivities(deps as unknown as Dependencies),
    prepareCheckout: ({ source }) =>
      Promise.resolve({ source, headSha: sha('a'), baseSha: sha('b'), fileCount: 0, files: [] }),
    runTests: passed,
    runLint: passed,
    scanSecurity: passed,
    readPrComments: passed,
    comparePrHead: passed,
    askReviewer: ({ seat }) => Promise.resolve({ ...seat, kind: 'approve' }),
    recordVerdict: () => Promise.resolve({ title: 'result', digest: `sha256:${'0'.repeat(64)}`, bytes: 0 }),
    releaseCheckout: () => Promise.resolve(),
    nothing: () => Promise.resolve(),
  };
}
