import { httpUrl, secret } from '@loci/runtime';
import type { Secret } from '@loci/runtime';
import { z } from 'zod';
import { requireTogether } from './process-variables.ts';

/** Variables of services that store files. */
export const s3Variables = {
  S3_BUCKET: z.string().min(3).describe('Name of an existing bucket.'),
  S3_REGION: z.string().default('us-east-1').describe('Region of the bucket.'),
  S3_ENDPOINT: httpUrl.optional().describe('URL of an S3-compatible store. Defaults to AWS S3 in S3_REGION.'),
  S3_ACCESS_KEY_ID: z
    .string()
    .optional()
    .describe('Access key ID. Defaults to the AWS credentials of the machine or pod.'),
  S3_SECRET_ACCESS_KEY: secret(1).optional().describe('Secret access key of S3_ACCESS_KEY_ID.'),
  S3_FORCE_PATH_STYLE: z
    .stringbool()
    .default(false)
    .describe(
      '`true` sends the bucket name in the path of the URL instead of the host name. Many S3-compatible ' +
        'stores require it. Defaults to `false`.',
    ),
};

export interface S3Config {
  S3_BUCKET: string;
  S3_REGION: string;
  S3_ENDPOINT?: string | undefined;
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: Secret | undefined;
  S3_FORCE_PATH_STYLE: boolean;
}

/** Rejects an access key without its secret and a secret without an access key. */
export function requireS3CredentialsTogether(environment: S3Config, context: z.RefinementCtx): void {
  const both = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  requireTogether({ ...environment }, context, {
    given: both,
    required: both,
    why: 'is required: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together',
  });
}

/** Returns the options of `createS3ObjectStore`. */
export const s3Options = (config: S3Config) => ({
  bucket: config.S3_BUCKET,
  region: config.S3_REGION,
  endpoint: config.S3_ENDPOINT,
  credentials:
    config.S3_ACCESS_KEY_ID !== undefined && config.S3_SECRET_ACCESS_KEY !== undefined
      ? { accessKeyId: config.S3_ACCESS_KEY_ID, secretAccessKey: config.S3_SECRET_ACCESS_KEY.reveal() }
      : undefined,
  forcePathStyle: config.S3_FORCE_PATH_STYLE,
});
