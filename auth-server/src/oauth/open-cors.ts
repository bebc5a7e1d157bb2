import type { RequestHandler } from 'express';

/**
 * Allows requests of every origin, without credentials. Browsers then send no cookies, so a response never depends on the
 * signed-in user.
 *
 * @param methods value of `access-control-allow-methods`
 * @see docs/security-model.md#threat-15-cross-origin-requests
 */
export function openCors(methods: string): RequestHandler {
  return (request, response, next) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader(
      'access-control-expose-headers',
      'www-authenticate, retry-after, dpop-nonce, x-request-id',
    );
    if (request.method !== 'OPTIONS') {
      next();
      return;
    }
    response.setHeader('access-control-allow-methods', methods);
    response.setHeader(
      'access-control-allow-headers',
      'authorization, content-type, accept, dpop, mcp-protocol-version',
    );
    response.setHeader('access-control-max-age', '7200');
    response.status(204).end();
  };
}
