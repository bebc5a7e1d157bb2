import { expect, test } from '@jest/globals';
import { GENERATED_FILES, isCurrent } from './generated-files.ts';

test.each(GENERATED_FILES)('$path is current (otherwise run npm run generate)', (file) => {
  expect(isCurrent(file)).toBe(true);
});
