import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { changeFile } from '../../src/connect/change-file.ts';
import { lineChanges } from '../../src/connect/line-changes.ts';
import { createTestMachine } from '../loci/run-command.ts';
import type { TestMachine } from '../loci/run-command.ts';

let machine: TestMachine;
let path: string;
beforeEach(() => {
  machine = createTestMachine();
  path = join(machine.home, 'settings.json');
  writeFileSync(path, 'one');
});
afterEach(() => machine.remove());

test('computes a change again if another program changes the file at the same time', async () => {
  let calls = 0;
  const change = await changeFile(
    path,
    (before) => {
      calls += 1;
      if (calls === 1) writeFileSync(path, 'two');
      return `${before} and Loci`;
    },
    { isDryRun: false },
  );
  expect(change).toMatchObject({ kind: 'changed', before: 'two', after: 'two and Loci' });
  expect(readFileSync(path, 'utf8')).toBe('two and Loci');
});

test('gives up on a file that another program changes all the time', async () => {
  let calls = 0;
  const compute = (before: string): string => {
    writeFileSync(path, String((calls += 1)));
    return `${before}x`;
  };
  await expect(changeFile(path, compute, { isDryRun: false })).rejects.toThrow('changes all the time');
  expect(readFileSync(path, 'utf8')).toBe('3');
});

test('rejects a file of more than 64 MiB', async () => {
  truncateSync(path, 65 * 1024 * 1024);
  await expect(changeFile(path, (before) => `${before}x`, { isDryRun: false })).rejects.toThrow(
    'is not a file of at most 64 MiB',
  );
});

test('reports only the lines of a text that differ', () => {
  expect(lineChanges('a\nb\nc\nd\n', 'a\nx\nc\ny\nd\n')).toEqual(['- b', '+ x', '+ y']);
});
