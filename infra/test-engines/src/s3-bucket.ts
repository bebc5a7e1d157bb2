import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';

/** @param variables where the S3 store is, as `startServers` tells it */
export async function createBucket(
  bucket: string,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const client = new S3Client({
    endpoint: variables['S3_ENDPOINT']!,
    region: variables['S3_REGION']!,
    forcePathStyle: true,
    credentials: {
      accessKeyId: variables['S3_ACCESS_KEY_ID']!,
      secretAccessKey: variables['S3_SECRET_ACCESS_KEY']!,
    },
  });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
}
