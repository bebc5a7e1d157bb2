import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { StartupError, unavailable } from '@loci/core';

/** Descriptions of configuration problems by S3 error code. The subject of each sentence is the bucket. */
const CONFIGURATION_PROBLEMS: Record<string, string> = {
  NoSuchBucket: 'does not exist. Create it',
  PermanentRedirect: 'is in another region. Check S3_REGION and S3_ENDPOINT',
  AuthorizationHeaderMalformed: 'is in another region. Check S3_REGION',
  AccessDenied:
    'cannot be listed with these credentials. Grant s3:ListBucket, s3:GetObject, s3:PutObject, ' +
    's3:DeleteObject and s3:AbortMultipartUpload',
  InvalidAccessKeyId: 'cannot be opened with this access key. Check S3_ACCESS_KEY_ID',
  // Error code of versitygw for an unknown access key.
  XAdminUserNotFound: 'cannot be opened with this access key. Check S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'cannot be opened with this secret access key. Check S3_SECRET_ACCESS_KEY',
  CredentialsProviderError:
    'needs credentials. Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or assign a role',
};

/**
 * Checks that the bucket can be used. Lists one key, because the response of a failed HEAD request has no error code.
 *
 * @throws StartupError for a configuration problem; the message contains the solution
 * @throws SYS_SERVICE_UNAVAILABLE if the store does not respond
 */
export async function openBucket(client: S3Client, bucket: string, abortSignal: AbortSignal): Promise<void> {
  try {
    await client.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 }), { abortSignal });
  } catch (error) {
    const { name } = error as Error;
    const problem = Object.hasOwn(CONFIGURATION_PROBLEMS, name) ? CONFIGURATION_PROBLEMS[name] : undefined;
    if (problem === undefined) throw unavailable('The object store', error);
    throw new StartupError(`The bucket ${bucket} ${problem}.`, { cause: error });
  }
}
