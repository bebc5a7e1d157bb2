import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { isStartupError } from '@loci/core';
import { claimDataDir } from './data-dir.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loci-data-dir-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function errorMessageOf(dataDir: string): string {
  try {
    claimDataDir(dataDir).release();
  } catch (error) {
    if (isStartupError(error)) return error.message;
    throw error;
  }
  throw new Error('claimDataDir did not throw.');
}

describe('claimDataDir', () => {
  test('creates a missing folder and its parents', () => {
    const dataDir = join(folder, 'a', 'b');
    const claim = claimDataDir(dataDir);
    expect(claim.path).toBe(dataDir);
    claim.release();
  });

  test('creates a folder that other users cannot list', () => {
    const dataDir = join(folder, 'data');
    claimDataDir(dataDir).release();
    expect(statSync(dataDir).mode & 0o066).toBe(0);
  });

  test('removes the permissions of other users from the folder and its entries', () => {
    claimDataDir(folder).release();
    mkdirSync(join(folder, 'indexes'));
    const paths = [folder, join(folder, 'indexes'), join(folder, 'loci-data.json')];
    for (const path of paths) chmodSync(path, 0o777);
    claimDataDir(folder).release();
    const modes = paths.map((path) => statSync(path).mode & 0o777);
    // The server enters the folder under another account if this process runs as root.
    expect(modes).toEqual([process.getuid?.() === 0 ? 0o711 : 0o700, 0o700, 0o600]);
  });

  test('claims a folder again after the folder was released', () => {
    claimDataDir(folder).release();
    claimDataDir(folder).release();
  });

  test('rejects a folder that this process has already claimed', () => {
    const claim = claimDataDir(folder);
    expect(errorMessageOf(folder)).toContain('in use by another Loci process');
    claim.release();
  });

  test('keeps the lock when the caller drops the claim and garbage is collected', async () => {
    claimDataDir(folder);
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    for (let turn = 0; turn < 3; turn += 1) {
      collectGarbage();
      await nextTurn();
    }
    expect(errorMessageOf(folder)).toContain('in use by another Loci process');
  });

  test('releases a folder once if release is called twice', () => {
    const claim = claimDataDir(folder);
    claim.release();
    claim.release();
    claimDataDir(folder).release();
  });

  test('accepts a folder with entries that the operating system creates', () => {
    mkdirSync(join(folder, 'lost+found'));
    claimDataDir(folder).release();
  });

  test('rejects a folder with other files without changing the folder', () => {
    writeFileSync(join(folder, 'thesis.txt'), '');
    expect(errorMessageOf(folder)).toMatch(/contains files that do not belong to Loci: thesis\.txt/);
    expect(readdirSync(folder)).toEqual(['thesis.txt']);
  });

  test('rejects the path of a file', () => {
    writeFileSync(join(folder, 'data'), '');
    expect(errorMessageOf(join(folder, 'data'))).toContain('is not a folder');
  });

  test('rejects a path below a file', () => {
    writeFileSync(join(folder, 'data'), '');
    expect(errorMessageOf(join(folder, 'data', 'below'))).toContain('is not a folder');
  });

  test('rejects a folder with an unsupported format', () => {
    writeFileSync(join(folder, 'loci-data.json'), '{"format": 2}');
    expect(errorMessageOf(folder)).toMatch(/has the format 2, but this version of Loci supports format 1/);
  });

  test('rejects a folder with a damaged stamp file', () => {
    writeFileSync(join(folder, 'loci-data.json'), '{"for');
    expect(errorMessageOf(folder)).toContain('loci-data.json in DATA_DIR');
  });

  test('rejects a folder that is not writable', () => {
    // Root can write to any folder except folders in /proc.
    chmodSync(folder, 0o555);
    expect(errorMessageOf(process.getuid?.() === 0 ? '/proc/loci' : folder)).toMatch(
      /is not writable|cannot be created/,
    );
  });
});
