import type { RequestHandler } from 'express';

/**
 * Any page may call this, and never with cookies: there is nothing here that a browser knows and its user's pages
 * do not. A page of another origin never gets an answer that stands for the person at the screen.
 */
export function openCors(methods: string): RequestHandler {
  return (request, response, next) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-expose-headers', 'www-authenticate, retry-after, dpop-nonce');
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
