import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { clearSocketFolder, createSocketFolder, removeSocketFolder } from './socket-folder.ts';

const account = { uid: process.getuid!(), gid: process.getgid!(), isForeign: false };
let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'loci-sockets-'));
});
afterEach(() => rmSync(parent, { recursive: true }));

describe('the folder of the Unix socket', () => {
  test('can be entered only by the account of the server', () => {
    expect(statSync(createSocketFolder(account, parent)!).mode & 0o777).toBe(0o700);
  });

  test('is not created if the path of the socket would exceed 103 bytes', () => {
    const folder = join(parent, 'x'.repeat(100));
    mkdirSync(folder);
    expect(createSocketFolder(account, folder)).toBeNull();
  });

  test('is not created in a folder that the account of the server cannot enter', () => {
    const stranger = { uid: account.uid + 1, gid: account.gid + 1, isForeign: true };
    expect(createSocketFolder(stranger, parent)).toBeNull();
  });

  test('is empty after the files of a killed server were cleared', () => {
    const folder = createSocketFolder(account, parent)!;
    writeFileSync(join(folder, '.s.PGSQL.5432.lock'), '1\n');
    clearSocketFolder(folder);
    expect(existsSync(join(folder, '.s.PGSQL.5432.lock'))).toBe(false);
    expect(existsSync(folder)).toBe(true);
  });

  test('can be removed twice', () => {
    const folder = createSocketFolder(account, parent)!;
    removeSocketFolder(folder);
    removeSocketFolder(folder);
    expect(existsSync(folder)).toBe(false);
  });
});
