/** ESM under Node's VM modules; types are checked by `tsc`, so the transform only strips them. */
const shared = {
  extensionsToTreatAsEsm: ['.ts'],
  testEnvironment: 'node',
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/test/fixtures', '<rootDir>/.cache'],
};
const everywhere = ['/node_modules/', '<rootDir>/test/fixtures/'];
const replayFolders = ['<rootDir>/test/replay/', '<rootDir>/test/workflows/replay/'];
const serverFolders = ['workflows', 'temporal', 'end-to-end', 'package'].map((name) => `<rootDir>/test/${name}/`);

/** A kind of suites, told by folder. `setup` names the files in `test/setup` that run before and after all of them. */
function kind(displayName, folders, { except = [], setup } = {}) {
  return {
    ...shared,
    displayName,
    testMatch: folders.map((folder) => `${folder}**/*.test.ts`),
    testPathIgnorePatterns: [...everywhere, ...except],
    ...(setup && {
      globalSetup: `<rootDir>/test/setup/${setup}`,
      globalTeardown: '<rootDir>/test/setup/tear-down.mjs',
    }),
  };
}

/** Each kind pays only for what it needs: nothing, a bundle of the workflow, or that and one Temporal server. */
export default {
  projects: [
    kind('unit', ['<rootDir>/test/'], { except: [...replayFolders, ...serverFolders] }),
    kind('replay', replayFolders, { setup: 'bundle-workflow.mjs' }),
    kind('server', serverFolders, { except: replayFolders, setup: 'start-server.mjs' }),
  ],
  testTimeout: 60_000,
  reporters: ['default', '<rootDir>/test/setup/summary-reporter.mjs'],
  maxWorkers: 2,
};
