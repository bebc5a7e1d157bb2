import { AppError } from '@loci/core';
import type { RequestHandler } from 'express';

const METHODS = 'GET, POST, DELETE, OPTIONS';
/** Request headers that pages may send, including those of protocol version 2026-07-28. */
const REQUEST_HEADERS =
  'authorization, content-type, accept, dpop, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id, x-request-id';
const EXPOSED =
  'www-authenticate, allow, mcp-session-id, mcp-protocol-version, x-request-id, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, retry-after';
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Rejects browser pages of unknown origins with AUTH_FORBIDDEN, as the MCP specification requires against DNS rebinding.
 * Allows requests without an `Origin` header, pages of `origins`, and pages on a loopback address. Answers preflight
 * requests.
 *
 * @param origins exact origins such as `https://inspector.example`
 * @see docs/security-model.md#threat-14-dns-rebinding-and-host-header-injection
 * @see docs/security-model.md#threat-15-cross-origin-requests
 */
export function checkOrigin(origins: readonly string[]): RequestHandler {
  const allowed = new Set(origins);
  return (request, response, next) => {
    const { origin } = request.headers;
    if (origin === undefined) {
      next();
      return;
    }
    response.setHeader('vary', 'Origin');
    if (!allowed.has(origin) && !isLoopback(origin)) {
      next(
        new AppError(
          'AUTH_FORBIDDEN',
          'Pages of this origin are not allowed to call the assistant tools. Add the origin to CORS_ORIGINS.',
        ),
      );
      return;
    }
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-expose-headers', EXPOSED);
    if (request.method !== 'OPTIONS') {
      next();
      return;
    }
    response.setHeader('access-control-allow-methods', METHODS);
    response.setHeader('access-control-allow-headers', REQUEST_HEADERS);
    response.setHeader('access-control-max-age', '7200');
    response.status(204).end();
  };
}

function isLoopback(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return (protocol === 'http:' || protocol === 'https:') && LOOPBACK.has(hostname);
}
