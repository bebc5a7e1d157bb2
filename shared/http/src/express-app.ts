import type { IncomingMessage } from 'node:http';
import { AppError } from '@loci/core';
import express from 'express';
import type { Express, RequestHandler } from 'express';
import { setContext } from './context.ts';
import { IDENTITY_HEADER, verifyIdentity } from './identity.ts';
import { POSITIONS_HEADER, formatPositions } from './positions-header.ts';
import { chooseRequestId } from './request-id.ts';
import { sendError } from './response-envelope.ts';
import { traceRequest } from './trace-request.ts';
import { WRITTEN_ITEMS_HEADER, formatWrittenItems } from './written-items-header.ts';

/**
 * Proxies trusted to set `X-Forwarded-For`: a hop count, or a list of addresses, CIDRs and the names `loopback`,
 * `linklocal` and `uniquelocal`. An empty list trusts no proxy. Use a hop count only if clients cannot reach the server
 * directly, because a hop count trusts every peer that connects.
 */
export type TrustedProxies = number | readonly string[];

/** Creates an Express application with the settings that all servers share. */
export function createExpressApp({
  trustedProxies = [],
}: { trustedProxies?: TrustedProxies | undefined } = {}): Express {
  const app = express();
  app.set('trust proxy', trustedProxies);
  app.disable('x-powered-by');
  app.disable('etag');
  return app;
}

/** Lifetime of a `Strict-Transport-Security` policy: one year. */
const TRANSPORT_SECURITY_SECONDS = 31_536_000;

/** Adds the header `Strict-Transport-Security` to all responses if the public URL uses https. @see RFC 6797 */
export function strictTransportSecurity(publicUrl: string): RequestHandler {
  const isSecure = publicUrl.startsWith('https:');
  return (_request, response, next) => {
    if (isSecure) response.setHeader('strict-transport-security', `max-age=${TRANSPORT_SECURITY_SECONDS}`);
    next();
  };
}

const signedRequests = new WeakSet<IncomingMessage>();

/** True for a request with a valid signed identity, which the gateway or a service has sent. */
export const hasSignedIdentity = (request: IncomingMessage): boolean => signedRequests.has(request);

/**
 * Sets the request context from the identity header. Without a valid signed identity, the request has no
 * caller. The response names the items that the request changed in the header `x-internal-written-items`, and the
 * positions of its changes in the header `x-internal-positions`. The span of a request with a signed identity continues the
 * trace of its sender.
 *
 * @param secrets accepted secrets, see {@link verifyIdentity}
 */
export function requireSignedIdentity(secrets: readonly string[]): RequestHandler {
  return (request, response, next) => {
    const header = request.headers[IDENTITY_HEADER];
    const context = typeof header === 'string' ? verifyIdentity(header, secrets) : null;
    const requestId = context?.requestId || chooseRequestId(request.headers['x-request-id']);
    response.setHeader('x-request-id', requestId);
    if (context !== null) signedRequests.add(request);
    setContext(request, {
      ...(context ?? { requestId, caller: null, internal: false }),
      onWritten: (items) => response.setHeader(WRITTEN_ITEMS_HEADER, formatWrittenItems(items)),
      onPositions: (positions) => void response.setHeader(POSITIONS_HEADER, formatPositions(positions)),
    });
    traceRequest(request, response, { isTrusted: context !== null }, next);
  };
}

/** Responds with RES_NOT_FOUND. Mount it after all routers. */
export const notFoundHandler: RequestHandler = (request, response) => {
  const requestId = (response.getHeader('x-request-id') as string | undefined) ?? '';
  sendError(response, requestId, new AppError('RES_NOT_FOUND', `The path ${request.path} does not exist.`));
};
