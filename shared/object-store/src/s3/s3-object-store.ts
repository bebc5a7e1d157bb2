import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import type { GetObjectCommandOutput } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { createKeyedMutex } from '@loci/async';
import { isValidRange, rangeNotSatisfiable } from '../byte-range.ts';
import { assertKey, assertListing } from '../object-key.ts';
import type { ObjectStore, StoredObject } from '../object-store.ts';
import { trackPendingWrites } from '../pending-writes.ts';
import { readBody } from '../read-body.ts';
import { abortAbandonedUploads } from './abort-abandoned-uploads.ts';
import { openBucket } from './open-bucket.ts';
import { isNotFound, isRangeNotSatisfiable, toAppError } from './s3-errors.ts';
import { readWithIdleTimeout } from './read-with-idle-timeout.ts';
import { createWriteId, toStoredObject } from './write-id.ts';

export interface S3ObjectStoreOptions {
  /** It must exist. */
  bucket: string;
  region: string;
  /** Of another store than that of AWS. */
  endpoint?: string | undefined;
  /** Unset: those that the environment, the pod or the machine carries, by the SDK's default chain. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** For stores that have no host name per bucket; default false. */
  forcePathStyle?: boolean | undefined;
  /**
   * How long an answer may take to begin, retries included; how long nothing may move on a body, either way. Default
   * 5,000.
   */
  answerTimeoutMs?: number | undefined;
  /** How long a part of an upload, at most 8 MiB, may take however it moves; default 30,000. */
  partTimeoutMs?: number | undefined;
}

/** An object up to this size is one request. What an upload holds in memory: this once, and once more while it grows. */
const PART_BYTES = 8 * 1024 * 1024;
const CONNECTION_TIMEOUT_MS = 2_000;
const ATTEMPTS = 3;
const PART_ATTEMPTS = 2;
const ABORT_AGAIN_MS = 60_000;

/**
 * Objects in a bucket of S3 or of a store that speaks its protocol. Large bodies go up part by part as they are read;
 * only a whole one becomes an object. Every request carries a CRC-32 that the store checks, and what the store kept of
 * it is checked in what comes back.
 *
 * What a crash left of an upload is not seen, but is paid for: have the bucket abort incomplete uploads after a day.
 *
 * @throws StartupError when the bucket is missing or refuses these credentials, saying which
 * @throws SYS_SERVICE_UNAVAILABLE when the store does not answer
 */
export async function createS3ObjectStore(options: S3ObjectStoreOptions): Promise<ObjectStore> {
  const { bucket, answerTimeoutMs = 5_000, partTimeoutMs = 30_000 } = options;
  // A body may be read slowly; whether the store is slow, `watchStalls` sees.
  const client = openClient(options, { maxAttempts: ATTEMPTS, socketTimeout: 0 });
  const uploader = openClient(options, {
    maxAttempts: PART_ATTEMPTS,
    socketTimeout: answerTimeoutMs,
    requestTimeout: partTimeoutMs,
    throwOnRequestTimeout: true,
  });
  const writes = trackPendingWrites();
  const deletes = createKeyedMutex();

  /** One request with its retries, which has to begin to answer in time. */
  async function ask<T>(request: (abortSignal: AbortSignal) => Promise<T>): Promise<T> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), answerTimeoutMs);
    try {
      return await request(deadline.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  async function upload(key: string, body: Readable | Buffer): Promise<StoredObject> {
    const { metadata, ...stamp } = createWriteId();
    const source = Buffer.isBuffer(body) ? null : readBody(body);
    let sizeBytes = 0;
    async function* counted(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        sizeBytes += chunk.length;
        yield chunk;
      }
    }
    const content = source ? Readable.from(counted(source.chunks)) : (body as Buffer);
    if (Buffer.isBuffer(body)) sizeBytes = body.length;
    // One part at a time: the body is read no faster than the store takes it, and after a failure no further.
    const uploading = new Upload({
      client: uploader,
      params: { Bucket: bucket, Key: key, Body: content, Metadata: metadata },
      partSize: PART_BYTES,
      queueSize: 1,
      // Else a store that is gone is asked to abort before anybody hears that it is gone.
      leavePartsOnError: true,
    });
    try {
      await uploading.done();
      return { sizeBytes, ...stamp };
    } catch (error) {
      if (!Buffer.isBuffer(body)) body.destroy();
      if (uploading.uploadId !== undefined) abandoned.add({ key, uploadId: uploading.uploadId });
      throw source?.failed() ? source.error() : toAppError(error);
    }
  }

  const abandoned = abortAbandonedUploads(
    ({ key, uploadId }) =>
      ask(async (abortSignal) => {
        const command = new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId: uploadId });
        await client.send(command, { abortSignal });
      }).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      }),
    ABORT_AGAIN_MS,
  );

  const head = (key: string): Promise<StoredObject | null> =>
    ask(async (abortSignal) => {
      const found = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }), { abortSignal });
      return toStoredObject(found, found.ContentLength ?? 0);
    }).catch(nullWhenAbsent);

  try {
    await ask((abortSignal) => openBucket(client, bucket, abortSignal));
  } catch (error) {
    client.destroy();
    uploader.destroy();
    throw error;
  }

  return {
    put: async (key, body) => {
      writes.throwIfClosed();
      assertKey(key);
      return writes.add(upload(key, body));
    },

    get: async (key, range) => {
      writes.throwIfClosed();
      assertKey(key);
      if (range && !isValidRange(range)) throw rangeNotSatisfiable(range);
      const wanted = range && { Range: `bytes=${range.start}-${range.end}` };
      const found = await ask((abortSignal) =>
        client.send(new GetObjectCommand({ Bucket: bucket, Key: key, ...wanted }), { abortSignal }),
      ).catch((error: unknown) => {
        if (range && isRangeNotSatisfiable(error)) throw rangeNotSatisfiable(range);
        return nullWhenAbsent(error);
      });
      if (found === null) return null;
      const body = readWithIdleTimeout(found.Body as Readable, answerTimeoutMs);
      const sizeBytes = sizeOf(found);
      if (range && range.end >= sizeBytes) {
        body.destroy();
        throw rangeNotSatisfiable(range, sizeBytes);
      }
      return { body, object: toStoredObject(found, sizeBytes) };
    },

    head: async (key) => {
      writes.throwIfClosed();
      assertKey(key);
      return head(key);
    },

    delete: async (key) => {
      writes.throwIfClosed();
      assertKey(key);
      return deletes.runExclusive(key, async () => {
        if ((await head(key)) === null) return false;
        await ask((abortSignal) =>
          client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }), { abortSignal }),
        ).catch(nullWhenAbsent);
        return true;
      });
    },

    list: async (prefix, { after = '', limit }) => {
      writes.throwIfClosed();
      assertListing(prefix, limit);
      const keys: string[] = [];
      let StartAfter = after;
      // A store may answer with fewer keys than were asked for and have more.
      for (;;) {
        const page = { Bucket: bucket, Prefix: prefix, MaxKeys: limit - keys.length };
        const { Contents = [], IsTruncated } = await ask((abortSignal) =>
          client.send(new ListObjectsV2Command({ ...page, ...(StartAfter && { StartAfter }) }), {
            abortSignal,
          }),
        ).catch((error: unknown) => {
          throw toAppError(error);
        });
        keys.push(...Contents.map(({ Key }) => Key!));
        if (!IsTruncated || keys.length >= limit || Contents.length === 0) return keys;
        StartAfter = keys.at(-1)!;
      }
    },

    close: async () => {
      await writes.close();
      await abandoned.close();
      client.destroy();
      uploader.destroy();
    },
  };
}

function openClient(
  { region, endpoint, credentials, forcePathStyle }: S3ObjectStoreOptions,
  {
    maxAttempts,
    ...timeouts
  }: { maxAttempts: number; socketTimeout: number; requestTimeout?: number; throwOnRequestTimeout?: boolean },
): S3Client {
  return new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
    forcePathStyle: forcePathStyle ?? false,
    maxAttempts,
    requestHandler: { connectionTimeout: CONNECTION_TIMEOUT_MS, ...timeouts },
  });
}

/** Of the whole object, also where the answer is a range of it: `bytes 3-6/10`. */
function sizeOf({ ContentRange, ContentLength }: GetObjectCommandOutput): number {
  const [, total] = /\/(\d+)$/.exec(ContentRange ?? '') ?? [];
  return total === undefined ? (ContentLength ?? 0) : Number(total);
}

function nullWhenAbsent(error: unknown): null {
  if (isNotFound(error)) return null;
  throw toAppError(error);
}
