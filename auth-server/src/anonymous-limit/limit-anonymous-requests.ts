import { AppError } from '@loci/core';
import { clientNetwork, hasSignedIdentity, sendJson } from '@loci/http';
import type { RateLimiter } from '@loci/http';
import type { RequestHandler } from 'express';
import type { AuthPages } from '../pages/auth-pages.ts';
import { tooManyRequestsPage } from '../pages/message.pages.ts';

/** Requests that an OAuth request counts as, because it inserts a database record or checks a credential. */
const OAUTH_COST = 4;

/** Paths that are not counted: static documents, public keys, and the admin API, which has its own limit. */
const isExempt = (path: string): boolean =>
  path.startsWith('/.well-known/') || path.startsWith('/admin') || path === '/oauth/jwks';

/**
 * Counts all requests of a client network with one counter, and rejects requests above the limit with 429, before their
 * bodies are read. Requests of the gateway and the services are not counted here, because the gateway has counted them.
 *
 * @see docs/reference/authentication.md#limits-of-anonymous-requests
 * @see docs/security-model.md#threat-28-anonymous-work-without-limits
 */
export const limitAnonymousRequests =
  ({ limiter, pages }: { limiter: RateLimiter; pages: AuthPages }): RequestHandler =>
  async (request, response, next) => {
    const { path } = request;
    if (isExempt(path) || hasSignedIdentity(request)) {
      next();
      return;
    }
    const isOAuth = path.startsWith('/oauth/');
    const key = `address:${clientNetwork(request.ip ?? '')}`;
    const { allowed, retryAfter, limit } = await limiter.consume(key, isOAuth ? OAUTH_COST : 1);
    if (allowed) {
      next();
      return;
    }
    response.setHeader('retry-after', retryAfter);
    const message = `Too many requests from your network. Retry in ${retryAfter} s.`;
    if (request.accepts(['json', 'html']) === 'html')
      pages.show(request, response, 429, tooManyRequestsPage(retryAfter));
    else if (isOAuth) {
      response.setHeader('access-control-allow-origin', '*');
      sendJson(response, 429, { error: 'temporarily_unavailable', error_description: message });
    } else {
      throw new AppError('BIZ_RATE_LIMIT_EXCEEDED', message, { details: { limit, retry_after: retryAfter } });
    }
  };
