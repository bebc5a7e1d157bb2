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
  /** Made when it is missing. One process at a time: what a crash left half written is removed at the start. */
  directory: string;
}

/** Where objects are written before they take their name; no key can open with a dot. */
const INCOMING = '.incoming';
const OWNER_ONLY_FILE = 0o600;
const OWNER_ONLY_DIRECTORY = 0o700;

/** Objects as files below a folder, a key's slashes being its subfolders. */
export async function createFolderObjectStore({ directory }: FolderObjectStoreOptions): Promise<ObjectStore> {
  const root = resolve(directory);
  const incoming = join(root, INCOMING);
  const nextModification = strictlyGrowingTime();
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
      const stored = await writeDurably(temporary, source?.chunks ?? (body as Buffer), nextModification());
      await makeDurableFolder(dirname(path), root);
      await rename(temporary, path);
      await syncFolder(dirname(path));
      return stored;
    } catch (error) {
      if (!Buffer.isBuffer(body)) body.destroy();
      await rm(temporary, { force: true }).catch(() => undefined);
      throw source?.failed() ? source.error() : translate(error);
    }
  }

  return {
    put: async (key, body) => {
      writes.throwIfClosed();
      return writes.add(store(pathOf(key), body));
    },

    get: async (key, range) => {
      writes.throwIfClosed();
      const file = await open(pathOf(key), 'r').catch(nullWhenAbsent);
      if (file === null) return null;
      try {
        const stats = await file.stat({ bigint: true });
        if (!stats.isFile()) {
          await file.close();
          return null;
        }
        const object = toObject(stats);
        checkRange(range, object.sizeBytes);
        return { body: file.createReadStream(range ?? {}), object };
      } catch (error) {
        await file.close();
        throw translate(error);
      }
    },

    head: async (key) => {
      writes.throwIfClosed();
      const stats = await stat(pathOf(key), { bigint: true }).catch(nullWhenAbsent);
      return stats?.isFile() ? toObject(stats) : null;
    },

    delete: async (key) => {
      writes.throwIfClosed();
      const path = pathOf(key);
      const gone = await unlink(path).then(() => true, nullWhenAbsent);
      if (gone === null) return false;
      await syncFolder(dirname(path)).catch(rethrow);
      return true;
    },

    list: async (prefix, { after = '', limit }) => {
      writes.throwIfClosed();
      assertListing(prefix, limit);
      const keys: string[] = [];
      await collectKeys(root, prefix, after, limit, keys).catch(rethrow);
      return keys;
    },

    close: writes.close,
  };
}

/** The file is on the disk, whole, when this resolves. */
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
    return toObject(await file.stat({ bigint: true }));
  } finally {
    await file.close();
  }
}

/** A new folder is an entry of its parent, which has to reach the disk as well. */
async function makeDurableFolder(folder: string, root: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true, mode: OWNER_ONLY_DIRECTORY });
  if (firstMade === undefined) return;
  for (let made = folder; made !== root && made.length >= firstMade.length; made = dirname(made)) {
    await syncFolder(dirname(made));
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

/** Appends the keys below `prefix` behind `after` to `keys` until there are `limit`. */
async function collectKeys(
  root: string,
  prefix: string,
  after: string,
  limit: number,
  keys: string[],
): Promise<void> {
  const entries = await readdir(join(root, prefix), { withFileTypes: true }).catch(nullWhenAbsent);
  // A folder's keys go on with a slash, which is where they belong among `a-b` and `a.b`.
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

/** Far more than what a double loses of a time in seconds. */
const STEP_MICROSECONDS = 10;

/**
 * Seconds since the epoch, never twice the same: file systems stamp in steps of milliseconds, and the etag has to
 * differ between two writes within one.
 */
function strictlyGrowingTime(): () => number {
  let lastMicroseconds = 0;
  return () => {
    lastMicroseconds = Math.max(lastMicroseconds + STEP_MICROSECONDS, Date.now() * 1_000);
    return lastMicroseconds / 1_000_000;
  };
}

const toObject = (stats: BigIntStats): StoredObject => ({
  sizeBytes: Number(stats.size),
  etag: `${stats.mtimeNs.toString(16)}-${stats.size.toString(16)}`,
  modifiedAt: new Date(Number(stats.mtimeMs)),
});

function checkRange(range: ByteRange | undefined, sizeBytes: number): void {
  if (range && !(isValidRange(range) && range.end < sizeBytes)) throw rangeNotSatisfiable(range, sizeBytes);
}

/** Where a folder is, or below a file, there is no object. */
function nullWhenAbsent(error: NodeJS.ErrnoException): null {
  if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(error.code ?? '')) return null;
  throw translate(error);
}

function rethrow(error: unknown): never {
  throw translate(error);
}

function translate(error: unknown): unknown {
  const { code, name } = error as NodeJS.ErrnoException;
  if (name === 'AppError') return error;
  if (code === 'EISDIR' || code === 'ENOTDIR' || code === 'EEXIST') {
    return new AppError('SYS_INTERNAL_ERROR', 'An object key lies below another.', { cause: error });
  }
  return unavailable('The object store', error);
}
