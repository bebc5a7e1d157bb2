import preset from './jest.config.mjs';

/** The tests that need the engines of the distributed platform; `npm run test:integration` starts those first. */
export default {
  ...preset,
  testMatch: ['**/*.integration.test.ts'],
  testPathIgnorePatterns: preset.testPathIgnorePatterns.filter((pattern) => !pattern.includes('integration')),
  // Engines, services and faults by clock: beside another suite two cores are too few.
  maxWorkers: 1,
  testTimeout: 60_000,
  // One process for all files: a client's idle connection in one of them must not keep the run from ending.
  forceExit: true,
};
