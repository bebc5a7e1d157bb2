import { bearerCredential } from '@loci/access-token';
import { AppError } from '@loci/core';
import { getContext, setContext } from '@loci/http';
import type { Logger, Secret } from '@loci/runtime';
import { createAdminTokenCheck } from '@loci/service-hosting';
import type { RequestHandler } from 'express';

/**
 * Rejects requests without the ADMIN_TOKEN, before their parameters and bodies are validated.
 *
 * @param now returns milliseconds since the epoch
 * @throws BIZ_RATE_LIMIT_EXCEEDED after too many wrong tokens from the client network
 * @see docs/reference/authentication.md#admin-api
 */
export function requireAdmin(
  adminToken: Secret,
  log: Pick<Logger, 'warn'>,
  now: () => number,
): RequestHandler {
  const checkToken = createAdminTokenCheck(adminToken, log, now);
  return (request, response, next) => {
    // Throws a specific error for a missing or malformed header, which is not a guess.
    bearerCredential(request.headers.authorization);
    const result = checkToken(request);
    if (result.kind === 'throttled') {
      response.setHeader('retry-after', result.retryAfterSeconds);
      throw new AppError(
        'BIZ_RATE_LIMIT_EXCEEDED',
        `Too many wrong admin tokens from your network. Retry in ${result.retryAfterSeconds} s.`,
        { details: { retry_after: result.retryAfterSeconds } },
      );
    }
    if (result.kind === 'rejected') {
      throw new AppError(
        'AUTH_INVALID_CREDENTIALS',
        'The bearer credential is not the ADMIN_TOKEN. Send the ADMIN_TOKEN of the authorization server.',
      );
    }
    setContext(request, { ...getContext(request)!, isOperator: true });
    next();
  };
}
