/** Unit tests of all packages. Runs TypeScript as ES modules, as in production. */
export default {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  globalSetup: '<rootDir>/shared/testing/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/shared/testing/jest/global-teardown.mjs',
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/.runtime/', '/.data/', '\\.integration\\.test\\.ts$'],
  // The built packages have the names of their sources.
  modulePathIgnorePatterns: [
    '<rootDir>/.runtime/',
    '<rootDir>/.data/',
    '<rootDir>/cli/dist/',
    '<rootDir>/clients/[^/]+/dist/',
  ],
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
  testSequencer: '<rootDir>/shared/testing/jest/long-files-first.mjs',
  maxWorkers: 2,
  // Node.js keeps the modules of earlier test files in memory. A worker that had run many of them reached its heap limit.
  workerIdleMemoryLimit: '1.5GB',
  // Tests with servers and databases exceed the default of 5 seconds on a busy machine.
  testTimeout: 30_000,
};
