import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../../..');

test('the migrations of each folder are numbered from 0001 without gaps or duplicates', () => {
  const files = execFileSync('git', ['ls-files', '*.sql'], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n');
  const numbersByFolder = Map.groupBy(
    files.filter((file) => /migrations\/\d{4}-[^/]+\.sql$/.test(file)),
    dirname,
  );
  expect(numbersByFolder.size).toBeGreaterThan(0);
  for (const [folder, names] of numbersByFolder) {
    const numbers = names.map((name) => Number(name.slice(folder.length + 1, folder.length + 5)));
    expect([folder, numbers]).toEqual([folder, numbers.map((_, index) => index + 1)]);
  }
});
