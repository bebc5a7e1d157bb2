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
  /** Name of an existing bucket. */
  bucket: string;
  region: string;
  /** URL of the store. Defaults to S3 on AWS. */
  endpoint?: string | undefined;
  /** Access key. Defaults to the default credential provider chain of the AWS SDK. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** Puts the bucket into the path of the URL, for stores without a host name per bucket. Default: false. */
  forcePathStyle?: boolean | undefined;
  /**
   * Maximum milliseconds until a response begins, including retries. Also the idle timeout of uploaded and
   * downloaded bodies. Default: 5,000.
   */
  responseTimeoutMs?: number | undefined;
  /** Timeout of one part of an upload in milliseconds. A part has at most 8 MiB. Default: 30,000. */
  partTimeoutMs?: number | undefined;
}

/**
 * Size of an upload part. Smaller objects are uploaded in one request. An upload buffers at most two parts in
 * memory.
 */
const PART_BYTES = 8 * 1024 * 1024;
const CONNECTION_TIMEOUT_MS = 2_000;
const MAX_ATTEMPTS = 3;
const MAX_PART_ATTEMPTS = 2;
const ABORT_RETRY_DELAY_MS = 60_000;

/**
 * Opens an object store in a bucket of S3 or of a compatible store. Large bodies are uploaded in parts while they are
 * read. The store verifies a CRC-32 checksum of every upload, and the client verifies the checksum of every download.
 *
 * After a crash, the parts of running uploads stay in the bucket. They are not visible as objects, but use
 * storage. Configure the bucket to abort incomplete multipart uploads after a day.
 *
 * @throws StartupError if the bucket does not exist or refuses the credentials
 * @throws SYS_SERVICE_UNAVAILABLE if the store does not respond
 */
export async function createS3ObjectStore(options: S3ObjectStoreOptions): Promise<ObjectStore> {
  const { bucket, responseTimeoutMs = 5_000, partTimeoutMs = 30_000 } = options;
  // The socket timeout would abort downloads to slow consumers. `readWithIdleTimeout` detects a slow store instead.
  const client = openClient(options, { maxAttempts: MAX_ATTEMPTS, socketTimeout: 0 });
  const uploader = openClient(options, {
    maxAttempts: MAX_PART_ATTEMPTS,
    socketTimeout: responseTimeoutMs,
    requestTimeout: partTimeoutMs,
    throwOnRequestTimeout: true,
  });
  const writes = trackPendingWrites();
  const deletes = createKeyedMutex();

  /** Sends a request, including its retries, and aborts it if the response does not begin in time. */
  async function withResponseTimeout<T>(request: (abortSignal: AbortSignal) => Promise<T>): Promise<T> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), responseTimeoutMs);
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
    async function* countBytes(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        sizeBytes += chunk.length;
        yield chunk;
      }
    }
    const content = source ? Readable.from(countBytes(source.chunks)) : (body as Buffer);
    if (Buffer.isBuffer(body)) sizeBytes = body.length;
    // Only one part is uploaded at a time. The body is therefore read no faster than the store accepts it,
    // and reading stops after a failure.
    const uploading = new Upload({
      client: uploader,
      params: { Bucket: bucket, Key: key, Body: content, Metadata: metadata },
      partSize: PART_BYTES,
      queueSize: 1,
      // Without this option, a failed upload waits for an abort request to the failed store before it
      // rejects.
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
      withResponseTimeout(async (abortSignal) => {
        const command = new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId: uploadId });
        await client.send(command, { abortSignal });
      }).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      }),
    ABORT_RETRY_DELAY_MS,
  );

  const head = (key: string): Promise<StoredObject | null> =>
    withResponseTimeout(async (abortSignal) => {
      const found = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }), { abortSignal });
      return toStoredObject(found, found.ContentLength ?? 0);
    }).catch(nullIfNotFound);

  try {
    await withResponseTimeout((abortSignal) => openBucket(client, bucket, abortSignal));
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
      const rangeHeader = range && { Range: `bytes=${range.start}-${range.end}` };
      const found = await withResponseTimeout((abortSignal) =>
        client.send(new GetObjectCommand({ Bucket: bucket, Key: key, ...rangeHeader }), { abortSignal }),
      ).catch((error: unknown) => {
        if (range && isRangeNotSatisfiable(error)) throw rangeNotSatisfiable(range);
        return nullIfNotFound(error);
      });
      if (found === null) return null;
      const body = readWithIdleTimeout(found.Body as Readable, responseTimeoutMs);
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
        await withResponseTimeout((abortSignal) =>
          client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }), { abortSignal }),
        ).catch(nullIfNotFound);
        return true;
      });
    },

    list: async (prefix, { after = '', limit }) => {
      writes.throwIfClosed();
      assertListing(prefix, limit);
      const keys: string[] = [];
      let StartAfter = after;
      // A store may return fewer keys than requested, although more keys exist.
      for (;;) {
        const page = { Bucket: bucket, Prefix: prefix, MaxKeys: limit - keys.length };
        const { Contents = [], IsTruncated } = await withResponseTimeout((abortSignal) =>
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

/** Returns the size of the whole object, also from the response to a range request (`bytes 3-6/10`). */
function sizeOf({ ContentRange, ContentLength }: GetObjectCommandOutput): number {
  const [, total] = /\/(\d+)$/.exec(ContentRange ?? '') ?? [];
  return total === undefined ? (ContentLength ?? 0) : Number(total);
}

function nullIfNotFound(error: unknown): null {
  if (isNotFound(error)) return null;
  throw toAppError(error);
}
