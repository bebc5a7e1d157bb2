import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';

/** Creates an S3 bucket. @param variables variables of the S3 server, from `startEngines` */
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
