import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { findPropertyTests } from './find-property-tests.ts';

const files = findPropertyTests(join(import.meta.dirname, '../..'));

test('finds tests that call assertProperty themselves', () => {
  expect(files).toContain('tests/delivery/unordered-delivery.test.ts');
});

test('finds tests that import a shared suite with properties', () => {
  expect(files).toContain('gateway/src/rate-limit/postgres-rate-limiter.contract.test.ts');
});

test('omits tests without properties and tests that need real engines', () => {
  expect(files).not.toContain('infra/soak/find-property-tests.test.ts');
  expect(files.filter((path) => path.endsWith('.integration.test.ts'))).toEqual([]);
});
