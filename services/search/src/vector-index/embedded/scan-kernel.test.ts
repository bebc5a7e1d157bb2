import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const kernel = fileURLToPath(new URL('../../../kernel/', import.meta.url));

test('the committed kernel is what its source compiles to', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loci-kernel-'));
  const compiled = join(folder, 'scan.wasm');
  execFileSync(process.execPath, [join(kernel, 'compile.mjs'), compiled]);
  expect(readFileSync(compiled).equals(readFileSync(join(kernel, 'scan.wasm')))).toBe(true);
  rmSync(folder, { recursive: true });
});
