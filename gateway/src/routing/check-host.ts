import { AppError } from '@loci/core';
import type { RequestHandler } from 'express';

/** HTTP status code "Misdirected Request". @see RFC 9110 section 15.5.20 */
const MISDIRECTED = 421;

/**
 * Rejects requests with an unknown Host header with 421, as protection against DNS rebinding. Accepts the
 * hosts of `publicUrls`, and loopback names with the port of the connection.
 *
 * @see docs/security-model.md#threat-14-dns-rebinding-and-host-header-injection
 */
export function checkHost(publicUrls: readonly string[]): RequestHandler {
  const knownHosts = new Set(publicUrls.map((url) => new URL(url).host));
  return (request, _response, next) => {
    const host = (request.headers.host ?? '').toLowerCase();
    const port = request.socket.localPort;
    if (
      knownHosts.has(host) ||
      ['localhost', '127.0.0.1', '[::1]'].some((name) => host === `${name}:${port}`)
    ) {
      next();
      return;
    }
    next(
      new AppError(
        'VAL_FIELD_INVALID',
        'The Host header does not match the public URL of this server. Send requests to the public URL.',
        { status: MISDIRECTED },
      ),
    );
  };
}
