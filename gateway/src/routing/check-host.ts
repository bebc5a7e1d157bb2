import { AppError } from '@loci/core';
import type { RequestHandler } from 'express';

/** Status for a request that was meant for somebody else (RFC 9110 section 15.5.20). */
const MISDIRECTED = 421;

/**
 * Lets in what asks for a host we are known by: a page that rebinds its own name to our address is not.
 * Loopback names on the port the request came in by are always ours.
 */
export function checkHost(publicUrls: readonly string[]): RequestHandler {
  const known = new Set(publicUrls.map((url) => new URL(url).host));
  return (request, _response, next) => {
    const host = (request.headers.host ?? '').toLowerCase();
    const port = request.socket.localPort;
    if (known.has(host) || ['localhost', '127.0.0.1', '[::1]'].some((name) => host === `${name}:${port}`)) {
      next();
      return;
    }
    next(new AppError('VAL_FIELD_INVALID', 'The Host header names another server.', { status: MISDIRECTED }));
  };
}
