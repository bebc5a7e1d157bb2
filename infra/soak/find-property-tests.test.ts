import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { findPropertyTests } from './find-property-tests.ts';

const files = findPropertyTests(join(import.meta.dirname, '../..'));

test('findPropertyTests returns test files that call assertProperty', () => {
  expect(files).toContain('tests/delivery/unordered-delivery.test.ts');
});

test('findPropertyTests returns test files that import a fixture that calls assertProperty', () => {
  expect(files).toContain('gateway/src/rate-limit/postgres-rate-limiter.contract.test.ts');
});

test('findPropertyTests omits integration tests and test files that do not call assertProperty', () => {
  expect(files).not.toContain('infra/soak/find-property-tests.test.ts');
  expect(files.filter((path) => path.endsWith('.integration.test.ts'))).toEqual([]);
});
