import { AppError } from '@loci/core';
import type { RequestHandler } from 'express';

const METHODS = 'GET, POST, DELETE, OPTIONS';
/** The 2026 names among them: without these a browser's preflight fails. */
const REQUEST_HEADERS =
  'authorization, content-type, accept, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id, x-request-id';
const EXPOSED =
  'WWW-Authenticate, Mcp-Session-Id, x-request-id, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, retry-after';
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Lets in programs, which send no `Origin`, and pages of known origins: our own, those on the person's own
 * machine, and those that the operator lists. Any other page is refused, as MCP demands against DNS rebinding.
 *
 * @param origins exact origins, e.g. `https://inspector.example`
 * @see MCP 2026-07-28 "Streamable HTTP", security warning; AUTH-AND-MCP.md attacks 14 and 15
 */
export function checkOrigin(origins: readonly string[]): RequestHandler {
  const known = new Set(origins);
  return (request, response, next) => {
    const { origin } = request.headers;
    if (origin === undefined) {
      next();
      return;
    }
    response.setHeader('vary', 'Origin');
    if (!known.has(origin) && !isLoopback(origin)) {
      next(new AppError('AUTH_FORBIDDEN', 'Pages of this origin may not call the assistant tools.'));
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
