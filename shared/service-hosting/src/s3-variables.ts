import { httpUrl, secret } from '@loci/runtime';
import type { Secret } from '@loci/runtime';
import { z } from 'zod';
import { requireTogether } from './environment.ts';

/** For services that keep files. */
export const s3Variables = {
  S3_BUCKET: z.string().min(3).describe('The bucket; it must exist.'),
  S3_REGION: z.string().default('us-east-1').describe('Its region.'),
  S3_ENDPOINT: httpUrl.optional().describe('Another store than that of AWS.'),
  S3_ACCESS_KEY_ID: z.string().optional().describe('Unset: the credentials of the machine or pod.'),
  S3_SECRET_ACCESS_KEY: secret(1).optional().describe('Its secret.'),
  S3_FORCE_PATH_STYLE: z.stringbool().default(false).describe('`true` for stores without a host per bucket.'),
};

export interface S3Config {
  S3_BUCKET: string;
  S3_REGION: string;
  S3_ENDPOINT?: string | undefined;
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: Secret | undefined;
  S3_FORCE_PATH_STYLE: boolean;
}

/** A key without its secret, or the other way round, is a mistake. */
export function requireS3CredentialsTogether(environment: S3Config, context: z.RefinementCtx): void {
  const both = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  requireTogether({ ...environment }, context, {
    given: both,
    required: both,
    why: 'is required: a key and its secret belong together',
  });
}

/** What the object store is opened with. */
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
