import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setTimeout as pause } from 'node:timers/promises';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { openTcpProxy } from '@loci/testing/tcp-proxy';
import type { TcpProxy } from '@loci/testing/tcp-proxy';
import type { ObjectStore } from '../object-store.ts';
import { createTestBucket } from '../../test/s3-bucket.fixture.ts';
import { createS3ObjectStore } from './s3-object-store.ts';

const MIB = 1024 * 1024;
const FAULTS = [
  ['closes the connection', 'cut'],
  ['sends nothing', 'blackhole'],
] as const;
/** Response timeout of the store. It is short for fast tests, but long enough for a busy machine. */
const RESPONSE_TIMEOUT_MS = 3_000;
const UNAVAILABLE = { code: 'SYS_SERVICE_UNAVAILABLE' };

const bucket = await createTestBucket();
let proxy: TcpProxy;
/** Store that is connected through the proxy, which injects network faults. */
let store: ObjectStore;
/** Store that is connected without the proxy. */
let direct: ObjectStore;
beforeAll(async () => {
  proxy = await openTcpProxy(new URL(bucket.options.endpoint!).host);
  const endpoint = `http://${proxy.host}:${proxy.port}`;
  store = await createS3ObjectStore({ ...bucket.options, endpoint, responseTimeoutMs: RESPONSE_TIMEOUT_MS });
  direct = await createS3ObjectStore(bucket.options);
});
afterEach(() => proxy.heal());
afterAll(async () => {
  await store.close();
  await direct.close();
  await proxy.close();
  await bucket.remove();
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
/** Returns the bytes of all buffers that are still referenced. */
function liveBytes(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

/** Creates a body of `count` chunks of 1 MiB. `before` runs before each chunk. `given` counts the chunks that were read. */
function stream(count: number, before: (i: number) => Promise<void> | void = () => undefined) {
  const chunk = randomBytes(MIB);
  const hash = createHash('sha256');
  const given = { chunks: 0, sha256: () => hash.digest('hex') };
  const body = Readable.from(
    (async function* () {
      for (let i = 0; i < count; i++) {
        await before(i);
        chunk.writeUInt32BE(i);
        const copy = Buffer.from(chunk);
        hash.update(copy);
        given.chunks = i + 1;
        yield copy;
      }
    })(),
    { highWaterMark: 1 },
  );
  return { body, given };
}

/** Waits until the server has no unfinished upload to this key. The client aborts uploads in the background. */
async function waitForAbort(key: string): Promise<void> {
  for (let i = 0; (await bucket.unfinishedUploads(key)) > 0; i++) {
    expect(i).toBeLessThan(500);
    await pause(20);
  }
}

describe('large objects', () => {
  test('uploads and downloads 100 MiB with less than 64 MiB of buffers', async () => {
    const key = `${newId()}/artifact/${newId()}`;
    let peak = 0;
    const before = liveBytes();
    const measure = (i: number): void => {
      if (i % 10 === 0) peak = Math.max(peak, liveBytes() - before);
    };
    const { body, given } = stream(100, measure);
    expect(await direct.put(key, body)).toMatchObject({ sizeBytes: 100 * MIB });
    expect(peak).toBeLessThan(64 * MIB);

    const hash = createHash('sha256');
    const found = await direct.get(key);
    expect(found!.object.sizeBytes).toBe(100 * MIB);
    let i = 0;
    for await (const chunk of found!.body) {
      hash.update(chunk as Buffer);
      measure(i++);
    }
    expect(hash.digest('hex')).toBe(given.sha256());
    expect(peak).toBeLessThan(64 * MIB);
    const range = await direct.get(key, { start: 50 * MIB, end: 50 * MIB + 3 });
    expect((await buffer(range!.body)).readUInt32BE()).toBe(50);
  });

  test('stops reading the body when the store stops accepting bytes', async () => {
    const { body, given } = stream(100, (i) => (i === 12 ? proxy.blackhole() : undefined));
    await expect(store.put(`${newId()}/artifact/1`, body)).rejects.toMatchObject(UNAVAILABLE);
    // One part of 8 MiB is in flight, and the streams buffer some chunks.
    expect(given.chunks).toBeLessThan(24);
    expect(body.destroyed).toBe(true);
  });
});

describe('a network fault during an upload', () => {
  test.each(FAULTS)('put keeps the previous object if the store %s', async (_, fault) => {
    const tenant = newId();
    const key = `${tenant}/artifact/${newId()}`;
    await store.put(key, Buffer.from('first'));
    const { body } = stream(40, (i) => (i === 20 ? proxy[fault]() : undefined));
    await expect(store.put(key, body)).rejects.toMatchObject(UNAVAILABLE);
    expect(body.destroyed).toBe(true);
    expect(await buffer((await direct.get(key))!.body)).toEqual(Buffer.from('first'));
    expect(await direct.list(`${tenant}/`, { limit: 10 })).toEqual([key]);

    await proxy.heal();
    const again = stream(20);
    expect((await store.put(key, again.body)).sizeBytes).toBe(20 * MIB);
    const found = await store.get(key);
    expect(
      createHash('sha256')
        .update(await buffer(found!.body))
        .digest('hex'),
    ).toBe(again.given.sha256());
  });

  test('aborts the multipart upload of a body that fails after some parts', async () => {
    const tenant = newId();
    const failure = new Error('the client hung up');
    const key = `${tenant}/artifact/1`;
    let open = 0;
    const { body } = stream(40, async (i) => {
      if (i < 20) return;
      open = await bucket.unfinishedUploads(key);
      throw failure;
    });
    await expect(direct.put(key, body)).rejects.toBe(failure);
    expect(await direct.list(`${tenant}/`, { limit: 10 })).toEqual([]);
    expect(open).toBe(1);
    await waitForAbort(key);
  });
});

describe('a network fault during a download', () => {
  test.each(FAULTS)('reading a body fails if the store %s', async (_, fault) => {
    const key = `${newId()}/artifact/${newId()}`;
    const bytes = randomBytes(20 * MIB);
    await direct.put(key, bytes);
    const { body } = (await store.get(key))!;
    await once(body, 'readable');
    await proxy[fault]();
    await expect(buffer(body)).rejects.toMatchObject(UNAVAILABLE);
    await proxy.heal();
    expect((await buffer((await store.get(key))!.body)).equals(bytes)).toBe(true);
  });

  test('a reader that pauses for longer than the idle timeout gets the whole body', async () => {
    const key = `${newId()}/artifact/${newId()}`;
    const bytes = randomBytes(20 * MIB);
    await direct.put(key, bytes);
    const { body } = (await store.get(key))!;
    await once(body, 'readable');
    await pause(1.2 * RESPONSE_TIMEOUT_MS);
    expect((await buffer(body)).equals(bytes)).toBe(true);
  });

  test('destroying a body frees its connection', async () => {
    const key = `${newId()}/artifact/${newId()}`;
    await direct.put(key, randomBytes(MIB));
    // The number of bodies exceeds the maximum number of connections of the client.
    for (let i = 0; i < 60; i++) (await store.get(key))!.body.destroy();
    expect(await store.head(key)).not.toBeNull();
  });
});

describe('an unavailable store', () => {
  test.each(FAULTS)('every operation throws SYS_SERVICE_UNAVAILABLE if the store %s', async (_, fault) => {
    const key = `${newId()}/artifact/1`;
    await proxy[fault]();
    const operations = [
      store.put(key, Buffer.from('x')),
      store.get(key),
      store.head(key),
      store.delete(key),
      store.list('t/', { limit: 1 }),
    ];
    await Promise.all(operations.map((operation) => expect(operation).rejects.toMatchObject(UNAVAILABLE)));
    await proxy.heal();
    await store.put(key, Buffer.from('x'));
    expect(await store.delete(key)).toBe(true);
  });

  test('opening the store throws SYS_SERVICE_UNAVAILABLE if the connection is refused', async () => {
    const opening = createS3ObjectStore({ ...bucket.options, endpoint: 'http://127.0.0.1:1' });
    await expect(opening).rejects.toMatchObject(UNAVAILABLE);
  });
});

describe('opening a store with a wrong configuration', () => {
  const open = (options: object) => createS3ObjectStore({ ...bucket.options, ...options });
  const startupError = (message: RegExp) => ({
    name: 'StartupError',
    message: expect.stringMatching(message) as unknown,
  });
  const credentials = bucket.options.credentials!;

  test.each([
    ['a missing bucket', { bucket: 'not-there' }, /not-there does not exist/],
    [
      'a wrong secret access key',
      { credentials: { ...credentials, secretAccessKey: 'wrong' } },
      /Check S3_SECRET_ACCESS_KEY/,
    ],
    [
      'a wrong access key',
      { credentials: { ...credentials, accessKeyId: 'wrong' } },
      /Check S3_ACCESS_KEY_ID/,
    ],
    ['a wrong region', { region: 'eu-west-1' }, /Check S3_REGION/],
  ])('throws a StartupError that describes the problem for %s', async (_, options, message) => {
    await expect(open(options)).rejects.toMatchObject(startupError(message));
  });
});

describe('objects of other programs and key conflicts', () => {
  test('an object that another program stored is returned with its ETag and its modification time in S3', async () => {
    const Key = `${newId()}/artifact/1`;
    await bucket.client.send(new PutObjectCommand({ Bucket: bucket.options.bucket, Key, Body: 'tea' }));
    const found = await direct.head(Key);
    expect(found).toEqual({
      sizeBytes: 3,
      etag: createHash('md5').update('tea').digest('hex'),
      modifiedAt: expect.any(Date),
    });
    expect(Math.abs(found!.modifiedAt.getTime() - Date.now())).toBeLessThan(60_000);
  });

  test('a key below an existing key is rejected without changing an object', async () => {
    const tenant = newId();
    await direct.put(`${tenant}/a`, Buffer.from('tea'));
    await expect(direct.put(`${tenant}/a/b`, Buffer.from('x'))).rejects.toMatchObject({
      code: 'SYS_INTERNAL_ERROR',
    });
    expect(await direct.list(`${tenant}/`, { limit: 10 })).toEqual([`${tenant}/a`]);
  });
});
