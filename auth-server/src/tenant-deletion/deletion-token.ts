import { createHmac, timingSafeEqual } from 'node:crypto';
import { isUuid } from '@loci/core';
import type { Secret, Secrets } from '@loci/runtime';

/** Tokens for reading the status of the deletion of a tenant without an access token. */
export interface DeletionTokens {
  /** Returns the token of a tenant. */
  issue(tenantId: string): string;
  /** Returns the tenant ID of a token, or null if the token is not valid. */
  verify(token: string): string | null;
}

/** @param secrets the first secret signs tokens; all secrets verify them */
export function createDeletionTokens(secrets: Secrets): DeletionTokens {
  const sign = (secret: Secret, tenantId: string): Buffer =>
    createHmac('sha256', secret.reveal()).update(`tenant-deletion:${tenantId}`).digest();
  return {
    issue: (tenantId) => `${tenantId}.${sign(secrets[0], tenantId).toString('base64url')}`,
    verify(token) {
      const [tenantId = '', signature = ''] = token.split('.');
      if (!isUuid(tenantId)) return null;
      const given = Buffer.from(signature, 'base64url');
      const isSigned = secrets.some((secret) => {
        const expected = sign(secret, tenantId);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      return isSigned ? tenantId : null;
    },
  };
}
