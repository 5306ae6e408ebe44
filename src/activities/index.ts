import { createAdmitWorkItem } from './admit-work-item.ts';
import { createAskReviewer } from './ask-reviewer.ts';
import { createComparePrHead } from './compare-pr-head.ts';
import type { Artifacts, AskModel, Checkouts, Fleet, Forge, RunCommand, ScanChange } from './ports.ts';
import { createPrepareCheckout } from './prepare-checkout.ts';
import { createDeadLetterWorkItem, createPublishVerdict, createRecordVerdict } from './publish-verdict.ts';
import { createReadPrComments } from './read-pr-comments.ts';
import { createReleaseCheckout } from './release-checkout.ts';
import { createRunLint } from './run-lint.ts';
import { createRunTests } from './run-tests.ts';
import { createScanSecurity } from './scan-security.ts';
import type { Settings } from '../settings.ts';

/** Everything that the activities reach outside of themselves by. The worker hands in the real ones. */
export interface Dependencies {
  settings: Settings;
  /** The name of this worker's machine, for the trace. */
  node: string;
  /** The search attributes that the namespace knows. */
  searchAttributes: () => Promise<string[]>;
  checkouts: Checkouts;
  runCommand: RunCommand;
  scanChange: ScanChange;
  forge: Forge;
  askModel: AskModel;
  artifacts: Artifacts;
  fleet: Fleet;
}

export function createActivities(deps: Dependencies) {
  const { settings } = deps;
  const tools = { ...deps, installNetwork: settings.fleet.install.network };
  return {
    admitWorkItem: createAdmitWorkItem(deps),
    prepareCheckout: createPrepareCheckout(deps),
    runTests: createRunTests(tools),
    runLint: createRunLint(tools),
    scanSecurity: createScanSecurity(deps),
    readPrComments: createReadPrComments({ ...deps, botUsername: settings.fleet.github.bot_username ?? undefined }),
    comparePrHead: createComparePrHead(deps),
    askReviewer: createAskReviewer(deps),
    recordVerdict: createRecordVerdict(deps),
    publishVerdict: createPublishVerdict(deps),
    deadLetterWorkItem: createDeadLetterWorkItem(deps),
    releaseCheckout: createReleaseCheckout(deps),
  };
}

/** The workflow knows the activities by this type alone. */
export type Activities = ReturnType<typeof createActivities>;
