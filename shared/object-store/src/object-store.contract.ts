import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import type { ByteRange, ObjectStore } from './object-store.ts';

export interface ObjectStoreContract {
  /** Opens the store under test. Stores may share their data, because each test uses the keys of a new tenant. */
  create(): Promise<ObjectStore>;
}

const INTERNAL = expect.objectContaining({ code: 'SYS_INTERNAL_ERROR' }) as unknown as Error;
const UNAVAILABLE = expect.objectContaining({ code: 'SYS_SERVICE_UNAVAILABLE' }) as unknown as Error;

/** Registers the tests that every object store must pass. */
export function describeObjectStoreContract({ create }: ObjectStoreContract): void {
  let store: ObjectStore;
  let tenant: string;
  let key: string;
  beforeAll(async () => {
    store = await create();
  });
  beforeEach(() => {
    tenant = newId();
    key = `${tenant}/artifact/${newId()}`;
  });
  afterAll(() => store.close());

  async function read(objectKey: string, range?: ByteRange): Promise<Buffer | null> {
    const found = await store.get(objectKey, range);
    return found === null ? null : buffer(found.body);
  }

  describe('ObjectStore: put and get', () => {
    test('returns the bytes that were stored, for empty, text and binary content', async () => {
      for (const bytes of [
        Buffer.alloc(0),
        Buffer.from('\uFEFFgrüße 你好 🎉\r\n\u0000'),
        Buffer.from([0xff, 0xfe, 0x00, 0x80]),
        randomBytes(200_000),
      ]) {
        const stored = await store.put(key, bytes);
        expect(stored.sizeBytes).toBe(bytes.length);
        expect(await read(key)).toEqual(bytes);
      }
    });

    test('stores a stream of many chunks as one object', async () => {
      const chunks = Array.from({ length: 40 }, () => randomBytes(65_537));
      const stored = await store.put(key, Readable.from(chunks));
      expect(stored.sizeBytes).toBe(40 * 65_537);
      expect((await read(key))!.equals(Buffer.concat(chunks))).toBe(true);
    });

    test('get and head return the attributes that put returned', async () => {
      const before = Date.now();
      const stored = await store.put(key, Buffer.from('tea'));
      expect(stored).toEqual({
        sizeBytes: 3,
        etag: expect.stringMatching(/^[A-Za-z0-9-]+$/),
        modifiedAt: expect.any(Date),
      });
      expect(Math.abs(stored.modifiedAt.getTime() - before)).toBeLessThan(60_000);
      expect(await store.head(key)).toEqual(stored);
      const found = await store.get(key);
      found!.body.destroy();
      expect(found!.object).toEqual(stored);
    });

    test('get and head return null for an unknown key', async () => {
      expect(await store.get(key)).toBeNull();
      expect(await store.head(key)).toBeNull();
    });

    test('get, head and delete find no object at a path prefix of a key or below a key', async () => {
      await store.put(key, Buffer.from('tea'));
      expect(await store.head(tenant)).toBeNull();
      expect(await store.get(`${tenant}/artifact`)).toBeNull();
      expect(await store.head(`${key}/below`)).toBeNull();
      expect(await store.get(`${key}/below`)).toBeNull();
      expect(await store.delete(`${key}/below`)).toBe(false);
      expect(await store.delete(`${tenant}/artifact`)).toBe(false);
      expect(await read(key)).toEqual(Buffer.from('tea'));
    });
  });

  describe('ObjectStore: overwriting', () => {
    test('put replaces an existing object, even with an object of fewer bytes', async () => {
      await store.put(key, Buffer.from('a long first version'));
      await store.put(key, Buffer.from('short'));
      expect(await read(key)).toEqual(Buffer.from('short'));
    });

    test('every write changes the etag, even a write of the same bytes', async () => {
      const etags = new Set<string>();
      for (let i = 0; i < 20; i++) etags.add((await store.put(key, Buffer.from('same'))).etag);
      expect(etags.size).toBe(20);
    });

    test('an opened body is not affected by an overwrite', async () => {
      const first = randomBytes(300_000);
      await store.put(key, first);
      const opened = await store.get(key);
      await store.put(key, Buffer.from('second'));
      expect((await buffer(opened!.body)).equals(first)).toBe(true);
    });

    test('an opened body is not affected by a delete', async () => {
      await store.put(key, Buffer.from('tea'));
      const opened = await store.get(key);
      await store.delete(key);
      expect(await buffer(opened!.body)).toEqual(Buffer.from('tea'));
    });

    test('every read during concurrent writes returns one complete version', async () => {
      const versions = Array.from({ length: 8 }, (_, i) => Buffer.alloc(150_000, i + 1));
      await store.put(key, versions[0]!);
      const isWhole = (bytes: Buffer): boolean => versions.some((version) => version.equals(bytes));
      const [reads] = await Promise.all([
        Promise.all(Array.from({ length: 20 }, () => read(key))),
        Promise.all(versions.map((version) => store.put(key, version))),
      ]);
      for (const bytes of reads) expect(isWhole(bytes!)).toBe(true);
      expect(isWhole((await read(key))!)).toBe(true);
    });
  });

  describe('ObjectStore: a body that fails', () => {
    test('put rejects with the error of the body without storing an object', async () => {
      const failure = new Error('The upload was aborted.');
      const body = Readable.from(
        (async function* () {
          yield randomBytes(100_000);
          throw failure;
        })(),
      );
      await expect(store.put(key, body)).rejects.toBe(failure);
      expect(await store.head(key)).toBeNull();
      expect(await store.list(`${tenant}/`, { limit: 10 })).toEqual([]);
    });

    test('put keeps the previous object if the body fails before its end', async () => {
      await store.put(key, Buffer.from('first'));
      const body = new Readable({ read: () => undefined });
      body.push('first half');
      const write = store.put(key, body);
      body.destroy();
      await expect(write).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
      expect(await read(key)).toEqual(Buffer.from('first'));
    });
  });

  describe('ObjectStore: ranges', () => {
    test('get returns the bytes of a range, with both bounds inclusive', async () => {
      await store.put(key, Buffer.from('0123456789'));
      expect(String(await read(key, { start: 0, end: 0 }))).toBe('0');
      expect(String(await read(key, { start: 3, end: 6 }))).toBe('3456');
      expect(String(await read(key, { start: 9, end: 9 }))).toBe('9');
      expect(String(await read(key, { start: 0, end: 9 }))).toBe('0123456789');
    });

    test('get of a range returns the attributes of the whole object', async () => {
      const stored = await store.put(key, Buffer.from('0123456789'));
      const found = await store.get(key, { start: 3, end: 6 });
      found!.body.destroy();
      expect(found!.object).toEqual(stored);
    });

    test('get throws SYS_INTERNAL_ERROR for a range that is not within the object', async () => {
      await store.put(key, Buffer.from('0123456789'));
      for (const [start, end] of [
        [0, 10],
        [-1, 3],
        [4, 3],
        [10, 10],
        [0.5, 3],
        [Number.NaN, 3],
      ] as const) {
        await expect(store.get(key, { start, end })).rejects.toEqual(INTERNAL);
      }
      await store.put(key, Buffer.alloc(0));
      await expect(store.get(key, { start: 0, end: 0 })).rejects.toEqual(INTERNAL);
    });

    test('get of a range returns null for an unknown key', async () => {
      expect(await store.get(key, { start: 0, end: 5 })).toBeNull();
    });
  });

  describe('ObjectStore: delete', () => {
    test('delete returns whether the object existed', async () => {
      await store.put(key, Buffer.from('tea'));
      expect(await store.delete(key)).toBe(true);
      expect(await store.delete(key)).toBe(false);
      expect(await store.head(key)).toBeNull();
    });

    test('put can store an object with the key of a deleted object', async () => {
      await store.put(key, Buffer.from('tea'));
      await store.delete(key);
      await store.put(key, Buffer.from('coffee'));
      expect(await read(key)).toEqual(Buffer.from('coffee'));
    });

    test('exactly one of several concurrent deletes returns true', async () => {
      await store.put(key, Buffer.from('tea'));
      const found = await Promise.all(Array.from({ length: 6 }, () => store.delete(key)));
      expect(found.filter(Boolean)).toHaveLength(1);
    });
  });

  describe('ObjectStore: list', () => {
    const names = ['a/1', 'a-b', 'a.b', 'a/sub/1', 'a0', 'Z', 'b/2', 'a/10'];
    const inOrder = ['Z', 'a-b', 'a.b', 'a/1', 'a/10', 'a/sub/1', 'a0', 'b/2'];
    const keysOf = (list: string[]): string[] => list.map((name) => `${tenant}/${name}`);
    const put = (list: string[]) => Promise.all(keysOf(list).map((k) => store.put(k, Buffer.from(k))));

    test('list returns the keys with a prefix in ASCII order', async () => {
      await put(names);
      expect(await store.list(`${tenant}/`, { limit: 1_000 })).toEqual(keysOf(inOrder));
      expect(await store.list(`${tenant}/a/`, { limit: 1_000 })).toEqual(keysOf(['a/1', 'a/10', 'a/sub/1']));
    });

    test('pages of a list contain every key once, for every page size', async () => {
      await put(names);
      for (const limit of [1, 2, 3, 7, 8]) {
        const seen: string[] = [];
        for (let page = ['']; page.length > 0; seen.push(...page)) {
          page = await store.list(`${tenant}/`, { after: seen.at(-1) ?? '', limit });
          expect(page.length).toBeLessThanOrEqual(limit);
        }
        expect(seen).toEqual(keysOf(inOrder));
      }
    });

    test('list continues after a key that does not exist', async () => {
      await put(names);
      const list = await store.list(`${tenant}/`, { after: `${tenant}/a/100`, limit: 2 });
      expect(list).toEqual(keysOf(['a/sub/1', 'a0']));
    });

    test('list returns nothing for an unknown prefix or a prefix whose objects were deleted', async () => {
      expect(await store.list(`${tenant}/`, { limit: 10 })).toEqual([]);
      await put(['a/1']);
      await store.delete(`${tenant}/a/1`);
      expect(await store.list(`${tenant}/`, { limit: 10 })).toEqual([]);
    });

    test('list throws SYS_INTERNAL_ERROR for a malformed prefix', async () => {
      await expect(store.list(tenant, { limit: 10 })).rejects.toEqual(INTERNAL);
      await expect(store.list('/', { limit: 10 })).rejects.toEqual(INTERNAL);
      await expect(store.list('', { limit: 10 })).rejects.toEqual(INTERNAL);
      await expect(store.list('../', { limit: 10 })).rejects.toEqual(INTERNAL);
    });

    test('list throws SYS_INTERNAL_ERROR for a limit that is not between 1 and 1,000', async () => {
      for (const limit of [0, -1, 1_001, 2.5, Number.NaN]) {
        await expect(store.list(`${tenant}/`, { limit })).rejects.toEqual(INTERNAL);
      }
    });

    test('list does not return keys of another tenant', async () => {
      await put(['a/1']);
      const other = newId();
      await store.put(`${other}/a/1`, Buffer.from('theirs'));
      expect(await store.list(`${tenant}/`, { limit: 10 })).toEqual(keysOf(['a/1']));
    });
  });

  describe('ObjectStore: malformed keys', () => {
    test.each([
      ['empty', ''],
      ['absolute path', '/etc/passwd'],
      ['parent folder', '../outside'],
      ['parent folder in the middle', 'a/../../outside'],
      ['current folder', './a'],
      ['hidden file', 'a/.env'],
      ['empty segment', 'a//b'],
      ['trailing slash', 'a/'],
      ['backslash', 'a\\..\\b'],
      ['percent encoding', 'a/%2e%2e/b'],
      ['NUL character', 'a\u0000b'],
      ['newline', 'a\n'],
      ['space', 'a b'],
      ['Unicode dots', 'a/\u2025/b'],
      ['letter outside of ASCII', 'grüße'],
      ['segment of 201 characters', 'a'.repeat(201)],
      ['key of 1,001 characters', `${'a/'.repeat(500)}a`],
    ])('put, get, head and delete reject a malformed key (%s)', async (_name, malformed) => {
      await expect(store.put(malformed, Buffer.from('x'))).rejects.toEqual(INTERNAL);
      await expect(store.get(malformed)).rejects.toEqual(INTERNAL);
      await expect(store.head(malformed)).rejects.toEqual(INTERNAL);
      await expect(store.delete(malformed)).rejects.toEqual(INTERNAL);
    });

    test('put accepts segments of 200 characters and all allowed special characters', async () => {
      const segment = 'a'.repeat(200);
      const long = `${tenant}/${segment}/${segment}/${segment}/${segment}`;
      await store.put(long, Buffer.from('tea'));
      expect(await read(long)).toEqual(Buffer.from('tea'));
      await store.put(`${tenant}/-_.a..b`, Buffer.from('dots'));
      expect(await read(`${tenant}/-_.a..b`)).toEqual(Buffer.from('dots'));
    });
  });

  describe('ObjectStore: close', () => {
    test('close waits for running writes', async () => {
      const other = await create();
      const write = other.put(key, randomBytes(200_000));
      await other.close();
      expect((await write).sizeBytes).toBe(200_000);
    });

    test('every operation on a closed store throws SYS_SERVICE_UNAVAILABLE', async () => {
      const other = await create();
      await other.close();
      await expect(other.put(key, Buffer.from('x'))).rejects.toEqual(UNAVAILABLE);
      await expect(other.get(key)).rejects.toEqual(UNAVAILABLE);
      await expect(other.head(key)).rejects.toEqual(UNAVAILABLE);
      await expect(other.delete(key)).rejects.toEqual(UNAVAILABLE);
      await expect(other.list(`${tenant}/`, { limit: 1 })).rejects.toEqual(UNAVAILABLE);
    });
  });
}
