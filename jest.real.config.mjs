import preset from './jest.config.mjs';

/** The tests that need the engines of the distributed platform; `npm run test:real` starts those first. */
export default {
  ...preset,
  testMatch: ['**/*.real.test.ts'],
  testPathIgnorePatterns: preset.testPathIgnorePatterns.filter((pattern) => !pattern.includes('real')),
  testTimeout: 60_000,
};
