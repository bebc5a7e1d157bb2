import { randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError, unavailable } from '@loci/core';
import { isValidRange, rangeNotSatisfiable } from '../byte-range.ts';
import { assertKey, assertListing } from '../object-key.ts';
import type { ByteRange, ObjectStore, StoredObject } from '../object-store.ts';
import { trackPendingWrites } from '../pending-writes.ts';
import { readBody } from '../read-body.ts';

export interface FolderObjectStoreOptions {
  /**
   * Folder of the objects, created if it is missing. Only one process at a time may use it, because opening the store
   * removes the unfinished writes of a crashed process.
   */
  directory: string;
}

/** Subfolder for unfinished writes. Keys cannot start with a dot, so no object can have this name. */
const INCOMING = '.incoming';
const OWNER_ONLY_FILE = 0o600;
const OWNER_ONLY_DIRECTORY = 0o700;

/**
 * Opens an object store that stores each object as a file. The slashes of a key separate subfolders.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if the folder cannot be created
 */
export async function createFolderObjectStore({ directory }: FolderObjectStoreOptions): Promise<ObjectStore> {
  const root = resolve(directory);
  const incoming = join(root, INCOMING);
  const nextModificationTime = createUniqueClock();
  const writes = trackPendingWrites();

  try {
    await rm(incoming, { recursive: true, force: true });
    await mkdir(incoming, { recursive: true, mode: OWNER_ONLY_DIRECTORY });
  } catch (error) {
    throw unavailable('The object store', error);
  }

  function pathOf(key: string): string {
    assertKey(key);
    return join(root, key);
  }

  async function store(path: string, body: Readable | Buffer): Promise<StoredObject> {
    const temporary = join(incoming, randomUUID());
    const source = Buffer.isBuffer(body) ? null : readBody(body);
    try {
      const stored = await writeDurably(
        temporary,
        source?.chunks ?? (body as Buffer),
        nextModificationTime(),
      );
      await createFolderDurably(dirname(path), root);
      await rename(temporary, path);
      await syncFolder(dirname(path));
      return stored;
    } catch (error) {
      if (!Buffer.isBuffer(body)) body.destroy();
      await rm(temporary, { force: true }).catch(() => undefined);
      throw source?.failed() ? source.error() : toAppError(error);
    }
  }

  return {
    put: async (key, body) => {
      writes.throwIfClosed();
      return writes.add(store(pathOf(key), body));
    },

    get: async (key, range) => {
      writes.throwIfClosed();
      const file = await open(pathOf(key), 'r').catch(nullIfNotFound);
      if (file === null) return null;
      try {
        const stats = await file.stat({ bigint: true });
        if (!stats.isFile()) {
          await file.close();
          return null;
        }
        const object = toStoredObject(stats);
        checkRange(range, object.sizeBytes);
        return { body: file.createReadStream(range ?? {}), object };
      } catch (error) {
        await file.close();
        throw toAppError(error);
      }
    },

    head: async (key) => {
      writes.throwIfClosed();
      const stats = await stat(pathOf(key), { bigint: true }).catch(nullIfNotFound);
      return stats?.isFile() ? toStoredObject(stats) : null;
    },

    delete: async (key) => {
      writes.throwIfClosed();
      const path = pathOf(key);
      const deleted = await unlink(path).then(() => true, nullIfNotFound);
      if (deleted === null) return false;
      await syncFolder(dirname(path)).catch(throwAppError);
      return true;
    },

    list: async (prefix, { after = '', limit }) => {
      writes.throwIfClosed();
      assertListing(prefix, limit);
      const keys: string[] = [];
      await collectKeys(root, prefix, after, limit, keys).catch(throwAppError);
      return keys;
    },

    close: writes.close,
  };
}

/** Writes a file. The content is flushed to the disk when the promise resolves. */
async function writeDurably(
  path: string,
  content: AsyncIterable<Buffer> | Buffer,
  modifiedAtSeconds: number,
): Promise<StoredObject> {
  const file = await open(path, 'wx', OWNER_ONLY_FILE);
  try {
    await writeFile(file, content);
    await file.utimes(modifiedAtSeconds, modifiedAtSeconds);
    await file.sync();
    return toStoredObject(await file.stat({ bigint: true }));
  } finally {
    await file.close();
  }
}

/**
 * Creates a folder and its missing parents. The directory entries are flushed to the disk when the promise
 * resolves.
 */
async function createFolderDurably(folder: string, root: string): Promise<void> {
  const firstCreated = await mkdir(folder, { recursive: true, mode: OWNER_ONLY_DIRECTORY });
  if (firstCreated === undefined) return;
  for (
    let created = folder;
    created !== root && created.length >= firstCreated.length;
    created = dirname(created)
  ) {
    await syncFolder(dirname(created));
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Appends the keys that start with `prefix` and are greater than `after` to `keys`, up to `limit` keys in total. */
async function collectKeys(
  root: string,
  prefix: string,
  after: string,
  limit: number,
  keys: string[],
): Promise<void> {
  const entries = await readdir(join(root, prefix), { withFileTypes: true }).catch(nullIfNotFound);
  // Folders sort with their slash, so that `a/1` comes after `a-b` and `a.b`, as in the order of whole keys.
  const names = (entries ?? []).map((entry) => prefix + entry.name + (entry.isDirectory() ? '/' : '')).sort();
  for (const name of names) {
    if (keys.length >= limit) return;
    if (!name.endsWith('/')) {
      if (name > after) keys.push(name);
    } else if (name > after || after.startsWith(name)) {
      await collectKeys(root, name, after, limit, keys);
    }
  }
}

/** Minimum step between two timestamps. Exceeds the rounding error of a time in seconds as a double. */
const STEP_MICROSECONDS = 10;

/**
 * Creates a clock that returns seconds since the epoch and never returns the same value twice. The etag of an
 * object contains its modification time, so two writes must not have the same time.
 */
function createUniqueClock(): () => number {
  let lastMicroseconds = 0;
  return () => {
    lastMicroseconds = Math.max(lastMicroseconds + STEP_MICROSECONDS, Date.now() * 1_000);
    return lastMicroseconds / 1_000_000;
  };
}

const toStoredObject = (stats: BigIntStats): StoredObject => ({
  sizeBytes: Number(stats.size),
  etag: `${stats.mtimeNs.toString(16)}-${stats.size.toString(16)}`,
  modifiedAt: new Date(Number(stats.mtimeMs)),
});

function checkRange(range: ByteRange | undefined, sizeBytes: number): void {
  if (range && !(isValidRange(range) && range.end < sizeBytes)) throw rangeNotSatisfiable(range, sizeBytes);
}

/** Returns null if the path does not exist, is a folder, or is below a file. Throws other errors. */
function nullIfNotFound(error: NodeJS.ErrnoException): null {
  if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(error.code ?? '')) return null;
  throw toAppError(error);
}

function throwAppError(error: unknown): never {
  throw toAppError(error);
}

function toAppError(error: unknown): unknown {
  const { code, name } = error as NodeJS.ErrnoException;
  if (name === 'AppError') return error;
  if (code === 'EISDIR' || code === 'ENOTDIR' || code === 'EEXIST') {
    return new AppError(
      'SYS_INTERNAL_ERROR',
      'The object key conflicts with an existing key, because one key is a path prefix of the other.',
      { cause: error },
    );
  }
  return unavailable('The object store', error);
}
