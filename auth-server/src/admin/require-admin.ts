import { createHash, timingSafeEqual } from 'node:crypto';
import { bearerCredential } from '@loci/access-token';
import { AppError } from '@loci/core';
import type { Secret } from '@loci/runtime';
import type { RequestHandler } from 'express';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Rejects requests without the ADMIN_TOKEN, before their parameters and bodies are validated. Compares digests, so that
 * the response time reveals neither content nor length of the token.
 *
 * @see docs/reference/authentication.md#admin-api
 */
export function requireAdmin(adminToken: Secret): RequestHandler {
  const expected = digest(adminToken.reveal());
  return (request, _response, next) => {
    if (!timingSafeEqual(digest(bearerCredential(request.headers.authorization)), expected)) {
      throw new AppError(
        'AUTH_INVALID_CREDENTIALS',
        'The bearer credential is not the ADMIN_TOKEN. Send the ADMIN_TOKEN of the authorization server.',
      );
    }
    next();
  };
}
