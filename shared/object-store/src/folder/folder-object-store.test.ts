import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createFolderObjectStore } from './folder-object-store.ts';

const run = promisify(execFile);

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'loci-folder-store-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe('createFolderObjectStore', () => {
  test('keeps objects with their etags across a restart', async () => {
    const nested = join(directory, 'data', 'objects');
    const first = await createFolderObjectStore({ directory: nested });
    const stored = await first.put('tenant/artifact/1', Buffer.from('tea'));
    await first.close();
    const second = await createFolderObjectStore({ directory: nested });
    const found = await second.get('tenant/artifact/1');
    expect(found!.object).toEqual(stored);
    expect(await buffer(found!.body)).toEqual(Buffer.from('tea'));
    await second.close();
  });

  test('stores an object as a file that only its owner can read', async () => {
    const store = await createFolderObjectStore({ directory });
    await store.put('tenant/artifact/1', Buffer.from('tea'));
    const path = join(directory, 'tenant/artifact/1');
    expect(await readFile(path, 'utf8')).toBe('tea');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(directory, 'tenant'))).mode & 0o777).toBe(0o700);
    await store.close();
  });

  test('opening the store removes the unfinished writes of a crashed process', async () => {
    const first = await createFolderObjectStore({ directory });
    await first.put('tenant/artifact/1', Buffer.from('tea'));
    await first.close();
    await writeFile(join(directory, '.incoming', 'unfinished'), 'incomplete');
    const second = await createFolderObjectStore({ directory });
    expect(await readdir(join(directory, '.incoming'))).toEqual([]);
    expect(await second.head('tenant/artifact/1')).not.toBeNull();
    await second.close();
  });

  test('leaves no temporary file after a successful or a failed write', async () => {
    const store = await createFolderObjectStore({ directory });
    await store.put('tenant/artifact/1', Readable.from([Buffer.from('tea')]));
    const failing = Readable.from(
      (async function* () {
        yield Buffer.from('incomplete');
        throw new Error('aborted');
      })(),
    );
    await expect(store.put('tenant/artifact/2', failing)).rejects.toThrow('aborted');
    expect(await readdir(join(directory, '.incoming'))).toEqual([]);
    expect(await readdir(join(directory, 'tenant/artifact'))).toEqual(['1']);
    await store.close();
  });

  test('a write to a full disk fails with SYS_SERVICE_UNAVAILABLE without changing the old object', async () => {
    const store = await createFolderObjectStore({ directory });
    await store.put('tenant/artifact/1', Buffer.from('tea'));
    await store.close();
    // The file size limit (32 blocks of 512 or 1,024 bytes, depending on the shell) interrupts the write in
    // the middle of the object, like a full disk.
    const program = `
      import { Readable } from 'node:stream';
      import { createFolderObjectStore } from ${JSON.stringify(new URL('folder-object-store.ts', import.meta.url).href)};
      const store = await createFolderObjectStore({ directory: ${JSON.stringify(directory)} });
      const body = Readable.from(Array.from({ length: 10 }, () => Buffer.alloc(10_000)));
      const error = await store.put('tenant/artifact/1', body).catch((error) => error);
      console.log(error.code, error.cause.code, body.destroyed);`;
    const { stdout } = await run('sh', [
      '-c',
      'ulimit -f 32 && exec "$1" --disable-warning=ExperimentalWarning --input-type=module -e "$2"',
      'sh',
      process.execPath,
      program,
    ]);
    expect(stdout.trim()).toBe('SYS_SERVICE_UNAVAILABLE EFBIG true');
    expect(await readdir(join(directory, '.incoming'))).toEqual([]);
    expect(await readFile(join(directory, 'tenant/artifact/1'), 'utf8')).toBe('tea');
  });

  test('a write fails with SYS_SERVICE_UNAVAILABLE while the temporary folder is missing', async () => {
    const store = await createFolderObjectStore({ directory });
    await rm(join(directory, '.incoming'), { recursive: true });
    const body = Readable.from([Buffer.from('tea')]);
    await expect(store.put('tenant/artifact/1', body)).rejects.toMatchObject({
      code: 'SYS_SERVICE_UNAVAILABLE',
    });
    expect(body.destroyed).toBe(true);
    expect(existsSync(join(directory, 'tenant'))).toBe(false);

    await mkdir(join(directory, '.incoming'));
    expect((await store.put('tenant/artifact/1', Buffer.from('tea'))).sizeBytes).toBe(3);
    await store.close();
  });

  test('a key that is a path prefix of another key is rejected without changing an object', async () => {
    const store = await createFolderObjectStore({ directory });
    await store.put('tenant/a', Buffer.from('tea'));
    await expect(store.put('tenant/a/b', Buffer.from('x'))).rejects.toMatchObject({
      code: 'SYS_INTERNAL_ERROR',
    });
    await store.put('tenant/b/c', Buffer.from('coffee'));
    await expect(store.put('tenant/b', Buffer.from('x'))).rejects.toMatchObject({
      code: 'SYS_INTERNAL_ERROR',
    });
    expect(await store.list('tenant/', { limit: 10 })).toEqual(['tenant/a', 'tenant/b/c']);
    expect(await readdir(join(directory, '.incoming'))).toEqual([]);
    await store.close();
  });

  test('opening a store fails with SYS_SERVICE_UNAVAILABLE if its folder cannot be created', async () => {
    await writeFile(join(directory, 'file'), '');
    await expect(
      createFolderObjectStore({ directory: join(directory, 'file', 'below') }),
    ).rejects.toMatchObject({
      code: 'SYS_SERVICE_UNAVAILABLE',
    });
  });
});
