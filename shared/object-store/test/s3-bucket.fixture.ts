import { randomBytes } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { integrationEngines } from '@loci/testing/integration-engines';
import type { S3ObjectStoreOptions } from '../src/s3/s3-object-store.ts';

/** A new bucket on the S3 server of the integration tests. */
export interface TestBucket {
  options: S3ObjectStoreOptions;
  client: S3Client;
  /** Counts the multipart uploads to this key that are neither complete nor aborted. */
  unfinishedUploads(key: string): Promise<number>;
  /** Deletes the bucket with its objects and uploads. */
  remove(): Promise<void>;
}

export async function createTestBucket(): Promise<TestBucket> {
  const { endpoint, region, accessKeyId, secretAccessKey } = integrationEngines().s3;
  const bucket = `test-${randomBytes(8).toString('hex')}`;
  const access = { endpoint, region, credentials: { accessKeyId, secretAccessKey }, forcePathStyle: true };
  const client = new S3Client(access);
  const Bucket = bucket;
  await client.send(new CreateBucketCommand({ Bucket }));
  const uploads = async () => (await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads ?? [];
  return {
    options: { bucket, ...access },
    client,
    unfinishedUploads: async (key) => (await uploads()).filter(({ Key }) => Key === key).length,
    remove: async () => {
      for (const { Key, UploadId } of await uploads()) {
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      }
      for (;;) {
        const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
        if (Contents.length === 0) break;
        await Promise.all(Contents.map(({ Key }) => client.send(new DeleteObjectCommand({ Bucket, Key }))));
      }
      await client.send(new DeleteBucketCommand({ Bucket }));
      client.destroy();
    },
  };
}
