import { expect, test } from '@jest/globals';
import { checkSchemaChange } from './next-version.ts';

test('the schema change of the rolling upgrade test applies to this version', () => {
  expect(checkSchemaChange).not.toThrow();
});
