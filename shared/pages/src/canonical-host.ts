import { AppError } from '@loci/core';
import { sendRedirect } from './send-page.ts';
import type { Request, RequestHandler } from 'express';

const MISDIRECTED = 421;
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Creates a middleware that rejects requests with an unknown `Host` header, and rewrites the headers of other
 * requests to the public URL. Later handlers therefore cannot derive a URL from a header that a client or a
 * proxy has set.
 *
 * Loopback names with the port of this server are accepted. A browser that uses a loopback name is redirected
 * to the public URL, because its cookies belong to the host of the public URL.
 *
 * @param internalUrl URL that other services use, if it differs from `publicUrl`
 * @see docs/security-model.md#threat-14-dns-rebinding-and-host-header-injection
 */
export function canonicalHost(publicUrl: string, internalUrl?: string): RequestHandler {
  const { host, protocol } = new URL(publicUrl);
  const internalHost = internalUrl && new URL(internalUrl).host;
  return (request, response, next) => {
    const requested = (request.headers.host ?? '').toLowerCase();
    if (requested !== host && requested !== internalHost && !isOwnLoopback(request, requested)) {
      next(
        new AppError(
          'VAL_FIELD_INVALID',
          'The Host header does not match the public URL of this server. Send requests to the public URL.',
          { status: MISDIRECTED },
        ),
      );
      return;
    }
    if (requested !== host && request.method === 'GET' && request.accepts(['json', 'html']) === 'html') {
      sendRedirect(response, `${publicUrl}${request.originalUrl}`, 307);
      return;
    }
    request.headers.host = host;
    request.headers['x-forwarded-proto'] = protocol.replace(':', '');
    delete request.headers['x-forwarded-host'];
    next();
  };
}

function isOwnLoopback(request: Request, host: string): boolean {
  return LOOPBACK_NAMES.some((name) => host === `${name}:${request.socket.localPort}`);
}
