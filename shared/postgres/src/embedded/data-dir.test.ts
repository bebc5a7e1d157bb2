import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimDataDir } from './data-dir.ts';
import { isStartupError } from '@loci/core';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loci-data-dir-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function refusalOf(dataDir: string): string {
  try {
    claimDataDir(dataDir).release();
  } catch (error) {
    if (isStartupError(error)) return error.message;
    throw error;
  }
  throw new Error('It was not refused.');
}

test('a new folder is made with its parents, and claimed again later', () => {
  const dataDir = join(folder, 'a', 'b');
  const claim = claimDataDir(dataDir);
  expect(claim.path).toBe(dataDir);
  claim.release();
  claimDataDir(dataDir).release();
});

test('a folder that holds nothing but what systems leave there is taken', () => {
  mkdirSync(join(folder, 'lost+found'));
  claimDataDir(folder).release();
});

test('a folder of somebody else’s is refused, and left as it was', () => {
  writeFileSync(join(folder, 'thesis.txt'), '');
  expect(refusalOf(folder)).toMatch(/not empty and was not made by Loci \(it holds thesis\.txt\)/);
  expect(readdirSync(folder)).toEqual(['thesis.txt']);
});

test('a file in its place is refused', () => {
  writeFileSync(join(folder, 'data'), '');
  expect(refusalOf(join(folder, 'data'))).toContain('it is not a folder');
  expect(refusalOf(join(folder, 'data', 'below'))).toContain('it is not a folder');
});

test('a folder of a newer version, or with a damaged stamp, is refused', () => {
  writeFileSync(join(folder, 'loci-data.json'), '{"format": 2}');
  expect(refusalOf(folder)).toMatch(/has the format 2, and this version of Loci reads 1/);
  writeFileSync(join(folder, 'loci-data.json'), '{"for');
  expect(refusalOf(folder)).toContain('damaged loci-data.json');
});

test('a folder that cannot be written is refused', () => {
  // No mode keeps root out, but the kernel's own file system does.
  chmodSync(folder, 0o555);
  expect(refusalOf(process.getuid?.() === 0 ? '/proc/loci' : folder)).toContain('cannot be used');
});
