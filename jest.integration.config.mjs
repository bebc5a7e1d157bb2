import preset from './jest.config.mjs';

/** Integration tests. They require the engines of the distributed platform, which `npm run test:integration` starts. */
export default {
  ...preset,
  testMatch: ['**/*.integration.test.ts'],
  testPathIgnorePatterns: preset.testPathIgnorePatterns.filter((pattern) => !pattern.includes('integration')),
  // Fault tests depend on timing. Two files in parallel would overload a machine with two cores.
  maxWorkers: 1,
  testTimeout: 60_000,
};
