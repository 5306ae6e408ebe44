/** ESM under Node's VM modules; types are checked by `tsc`, so the transform only strips them. */
const shared = {
  extensionsToTreatAsEsm: ['.ts'],
  testEnvironment: 'node',
  transform: {
    '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, module: { type: 'es6' } }],
  },
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/test/fixtures', '<rootDir>/.cache'],
  testPathIgnorePatterns: ['/node_modules/', '/fixtures/'],
};

export default {
  ...shared,
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testTimeout: 60_000,
  reporters: ['default'],
  maxWorkers: 2,
};
