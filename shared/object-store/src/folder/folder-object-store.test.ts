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
  test('a missing folder is made; what was stored is there after a restart, with the same etag', async () => {
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

  test('an object is a plain file that only its owner may read', async () => {
    const store = await createFolderObjectStore({ directory });
    await store.put('tenant/artifact/1', Buffer.from('tea'));
    const path = join(directory, 'tenant/artifact/1');
    expect(await readFile(path, 'utf8')).toBe('tea');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(directory, 'tenant'))).mode & 0o777).toBe(0o700);
    await store.close();
  });

  test('what a crash left half written is removed at the next start, objects stay', async () => {
    const first = await createFolderObjectStore({ directory });
    await first.put('tenant/artifact/1', Buffer.from('tea'));
    await first.close();
    await writeFile(join(directory, '.incoming', 'left-over'), 'half');
    const second = await createFolderObjectStore({ directory });
    expect(await readdir(join(directory, '.incoming'))).toEqual([]);
    expect(await second.head('tenant/artifact/1')).not.toBeNull();
    await second.close();
  });

  test('neither a failed nor a finished write leaves anything behind', async () => {
    const store = await createFolderObjectStore({ directory });
    await store.put('tenant/artifact/1', Readable.from([Buffer.from('tea')]));
    const failing = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('cut');
      })(),
    );
    await expect(store.put('tenant/artifact/2', failing)).rejects.toThrow('cut');
    expect(await readdir(join(directory, '.incoming'))).toEqual([]);
    expect(await readdir(join(directory, 'tenant/artifact'))).toEqual(['1']);
    await store.close();
  });

  test('a disk that takes no more is SYS_SERVICE_UNAVAILABLE, keeps the old object and nothing half', async () => {
    const store = await createFolderObjectStore({ directory });
    await store.put('tenant/artifact/1', Buffer.from('tea'));
    await store.close();
    // A process that may write only small files (32 blocks of 512 or 1,024 bytes, by the shell) meets in the middle
    // of the object what a full disk answers with.
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

  test('a folder that went away is SYS_SERVICE_UNAVAILABLE; the store works again once it is back', async () => {
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

  test('a key below another is our mistake, and harms neither', async () => {
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

  test('a folder that cannot be made is SYS_SERVICE_UNAVAILABLE at once', async () => {
    await writeFile(join(directory, 'file'), '');
    await expect(
      createFolderObjectStore({ directory: join(directory, 'file', 'below') }),
    ).rejects.toMatchObject({
      name: 'AppError',
    });
  });
});
