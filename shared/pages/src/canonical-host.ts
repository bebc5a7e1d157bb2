import { AppError } from '@loci/core';
import { sendRedirect } from './send-page.ts';
import type { Request, RequestHandler } from 'express';

const MISDIRECTED = 421;
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Lets in only requests for a host that is ours, and makes them all say the public one: nothing behind this can
 * derive an address, or whether TLS was used, from what a client or a proxy wrote.
 *
 * Loopback names on the own port are ours, too. A browser that comes by one of them is sent to the public name,
 * where its cookies are.
 *
 * @param internalUrl by which our own services reach us, if not by the public one
 */
export function canonicalHost(publicUrl: string, internalUrl?: string): RequestHandler {
  const { host, protocol } = new URL(publicUrl);
  const internalHost = internalUrl && new URL(internalUrl).host;
  return (request, response, next) => {
    const asked = (request.headers.host ?? '').toLowerCase();
    if (asked !== host && asked !== internalHost && !isOwnLoopback(request, asked)) {
      next(
        new AppError('VAL_FIELD_INVALID', 'The Host header names another server.', { status: MISDIRECTED }),
      );
      return;
    }
    if (asked !== host && request.method === 'GET' && request.accepts(['json', 'html']) === 'html') {
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
