import { createHash, timingSafeEqual } from 'node:crypto';
import { bearerCredential } from '@loci/access-token';
import { AppError } from '@loci/core';
import type { Secret } from '@loci/runtime';
import type { RequestHandler } from 'express';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Lets only the operator through, before anything of the request is looked at.
 * Digests are compared, so that neither content nor length of ADMIN_TOKEN shows in the time taken.
 */
export function requireAdmin(adminToken: Secret): RequestHandler {
  const expected = digest(adminToken.reveal());
  return (request, _response, next) => {
    if (!timingSafeEqual(digest(bearerCredential(request.headers.authorization)), expected)) {
      throw new AppError('AUTH_INVALID_CREDENTIALS', 'This is not the ADMIN_TOKEN.');
    }
    next();
  };
}
