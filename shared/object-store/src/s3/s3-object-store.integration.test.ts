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
/** Long enough for a busy machine. */
const ANSWER_TIMEOUT_MS = 3_000;
const UNAVAILABLE = { code: 'SYS_SERVICE_UNAVAILABLE' };

const bucket = await createTestBucket();
let line: TcpProxy;
/** Over the line that is cut. */
let store: ObjectStore;
/** Straight. */
let direct: ObjectStore;
beforeAll(async () => {
  line = await openTcpProxy(new URL(bucket.options.endpoint!).host);
  const endpoint = `http://${line.host}:${line.port}`;
  store = await createS3ObjectStore({ ...bucket.options, endpoint, answerTimeoutMs: ANSWER_TIMEOUT_MS });
  direct = await createS3ObjectStore(bucket.options);
});
afterEach(() => line.heal());
afterAll(async () => {
  await store.close();
  await direct.close();
  await line.close();
  await bucket.remove();
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
/** What buffers hold that somebody still needs. */
function liveBytes(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

/** Chunks of a MiB, and how many were asked for; `before` may act before one is given out. */
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

/** Until the server has no upload to this key left open: aborting goes on after the failed write was reported. */
async function uploadsEnded(key: string): Promise<void> {
  for (let i = 0; (await bucket.unfinishedUploads(key)) > 0; i++) {
    expect(i).toBeLessThan(500);
    await pause(20);
  }
}

describe('a large object', () => {
  test('100 MiB go up and come back whole, in the memory of a few parts', async () => {
    const key = `${newId()}/artifact/${newId()}`;
    let most = 0;
    const before = liveBytes();
    const measure = (i: number): void => {
      if (i % 10 === 0) most = Math.max(most, liveBytes() - before);
    };
    const { body, given } = stream(100, measure);
    expect(await direct.put(key, body)).toMatchObject({ sizeBytes: 100 * MIB });
    expect(most).toBeLessThan(64 * MIB);

    const hash = createHash('sha256');
    const found = await direct.get(key);
    expect(found!.object.sizeBytes).toBe(100 * MIB);
    let i = 0;
    for await (const chunk of found!.body) {
      hash.update(chunk as Buffer);
      measure(i++);
    }
    expect(hash.digest('hex')).toBe(given.sha256());
    expect(most).toBeLessThan(64 * MIB);
    const range = await direct.get(key, { start: 50 * MIB, end: 50 * MIB + 3 });
    expect((await buffer(range!.body)).readUInt32BE()).toBe(50);
  });

  test('a store that takes nothing more is not read ahead for', async () => {
    const { body, given } = stream(100, (i) => (i === 12 ? line.silence() : undefined));
    await expect(store.put(`${newId()}/artifact/1`, body)).rejects.toMatchObject(UNAVAILABLE);
    // One part is under way, and the streams between hold a little.
    expect(given.chunks).toBeLessThan(24);
    expect(body.destroyed).toBe(true);
  });
});

describe('cut in the middle of an upload', () => {
  test.each(['cut', 'silence'] as const)(
    '%s: an error, nothing half, and the next write works',
    async (how) => {
      const tenant = newId();
      const key = `${tenant}/artifact/${newId()}`;
      await store.put(key, Buffer.from('first'));
      const { body } = stream(40, (i) => (i === 20 ? line[how]() : undefined));
      await expect(store.put(key, body)).rejects.toMatchObject(UNAVAILABLE);
      expect(body.destroyed).toBe(true);
      expect(await buffer((await direct.get(key))!.body)).toEqual(Buffer.from('first'));
      expect(await direct.list(`${tenant}/`, { limit: 10 })).toEqual([key]);

      await line.heal();
      const again = stream(20);
      expect((await store.put(key, again.body)).sizeBytes).toBe(20 * MIB);
      const found = await store.get(key);
      expect(
        createHash('sha256')
          .update(await buffer(found!.body))
          .digest('hex'),
      ).toBe(again.given.sha256());
    },
  );

  test('a body that fails after some parts is aborted on the server', async () => {
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
    await uploadsEnded(key);
  });
});

describe('cut in the middle of a download', () => {
  test.each(['cut', 'silence'] as const)('%s: the body fails, and the store works again', async (how) => {
    const key = `${newId()}/artifact/${newId()}`;
    const bytes = randomBytes(20 * MIB);
    await direct.put(key, bytes);
    const { body } = (await store.get(key))!;
    await once(body, 'readable');
    await line[how]();
    await expect(buffer(body)).rejects.toMatchObject(UNAVAILABLE);
    await line.heal();
    expect((await buffer((await store.get(key))!.body)).equals(bytes)).toBe(true);
  });

  test('a slow reader is no stall, and one that leaves frees the connection', async () => {
    const key = `${newId()}/artifact/${newId()}`;
    const bytes = randomBytes(20 * MIB);
    await direct.put(key, bytes);
    const { body } = (await store.get(key))!;
    await once(body, 'readable');
    await pause(1.2 * ANSWER_TIMEOUT_MS);
    expect((await buffer(body)).equals(bytes)).toBe(true);
    // More than the client has connections.
    for (let i = 0; i < 60; i++) (await store.get(key))!.body.destroy();
    expect(await store.head(key)).not.toBeNull();
  });
});

describe('while the store is gone', () => {
  test.each(['cut', 'silence'] as const)('%s: every operation says so, in time', async (how) => {
    const key = `${newId()}/artifact/1`;
    await line[how]();
    const asked = [
      store.put(key, Buffer.from('x')),
      store.get(key),
      store.head(key),
      store.delete(key),
      store.list('t/', { limit: 1 }),
    ];
    await Promise.all(asked.map((each) => expect(each).rejects.toMatchObject(UNAVAILABLE)));
    await line.heal();
    await store.put(key, Buffer.from('x'));
    expect(await store.delete(key)).toBe(true);
  });

  test('opening says so as well', async () => {
    const nowhere = createS3ObjectStore({ ...bucket.options, endpoint: 'http://127.0.0.1:1' });
    await expect(nowhere).rejects.toMatchObject(UNAVAILABLE);
  });
});

describe('opening', () => {
  test('a bucket that is missing, a wrong key and a wrong secret are named', async () => {
    const open = (options: object) => createS3ObjectStore({ ...bucket.options, ...options });
    const refused = (message: RegExp) => ({
      name: 'StartupError',
      message: expect.stringMatching(message) as unknown,
    });
    await expect(open({ bucket: 'not-there' })).rejects.toMatchObject(refused(/not-there does not exist/));
    const credentials = bucket.options.credentials!;
    await expect(open({ credentials: { ...credentials, secretAccessKey: 'wrong' } })).rejects.toMatchObject(
      refused(/Check S3_SECRET_ACCESS_KEY/),
    );
    await expect(open({ credentials: { ...credentials, accessKeyId: 'wrong' } })).rejects.toMatchObject(
      refused(/Check S3_ACCESS_KEY_ID/),
    );
    await expect(open({ region: 'eu-west-1' })).rejects.toMatchObject(refused(/Check S3_REGION/));
  });
});

describe('objects of others', () => {
  test('one that was put by another program goes by S3’s own ETag and time', async () => {
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

  test('a key below another is our mistake where keys are files, and harms neither', async () => {
    const tenant = newId();
    await direct.put(`${tenant}/a`, Buffer.from('tea'));
    await expect(direct.put(`${tenant}/a/b`, Buffer.from('x'))).rejects.toMatchObject({
      code: 'SYS_INTERNAL_ERROR',
    });
    expect(await direct.list(`${tenant}/`, { limit: 10 })).toEqual([`${tenant}/a`]);
  });
});
