import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { StartupError, unavailable } from '@loci/core';

/** What a person has to put right, by S3's name for it. */
const REASONS: Record<string, string> = {
  NoSuchBucket: 'does not exist. Create it',
  PermanentRedirect: 'is in another region. Check S3_REGION and S3_ENDPOINT',
  AuthorizationHeaderMalformed: 'is in another region. Check S3_REGION',
  AccessDenied:
    'may not be listed by these credentials. Grant s3:ListBucket, s3:GetObject, s3:PutObject, s3:DeleteObject',
  InvalidAccessKeyId: 'knows no such access key. Check S3_ACCESS_KEY_ID',
  // The same, as versitygw calls it.
  XAdminUserNotFound: 'knows no such access key. Check S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'refuses the secret of the access key. Check S3_SECRET_ACCESS_KEY',
  CredentialsProviderError: 'needs credentials, and there are none in the environment or on this machine',
};

/**
 * Asks for one key: what HEAD says in a status alone, the answer to a listing says by name.
 *
 * @throws StartupError for what a person can put right
 * @throws SYS_SERVICE_UNAVAILABLE when the store does not answer
 */
export async function openBucket(client: S3Client, bucket: string, abortSignal: AbortSignal): Promise<void> {
  try {
    await client.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 }), { abortSignal });
  } catch (error) {
    const { name } = error as Error;
    const reason = Object.hasOwn(REASONS, name) ? REASONS[name] : undefined;
    if (reason === undefined) throw unavailable('The object store', error);
    throw new StartupError(`The bucket ${bucket} ${reason}.`, { cause: error });
  }
}
