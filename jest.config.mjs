/** One preset for the whole workspace: TypeScript as ES modules, exactly as production runs it. */
export default {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  globalSetup: '<rootDir>/shared/testing/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/shared/testing/jest/global-teardown.mjs',
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/.runtime/', '/.data/', '\\.integration\\.test\\.ts$'],
  modulePathIgnorePatterns: ['<rootDir>/.runtime/', '<rootDir>/.data/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2024' },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  maxWorkers: 2,
  // No test waits by the clock; on a busy machine real servers and databases just take their time.
  testTimeout: 30_000,
};
