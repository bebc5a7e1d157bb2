import { expect, test } from '@jest/globals';
import { GENERATED_FILES, isCurrent } from './generated-files.ts';

test.each(GENERATED_FILES)('$path equals the output of npm run generate', async (file) => {
  expect(await isCurrent(file)).toBe(true);
});
