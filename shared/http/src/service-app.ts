import { AppError } from '@loci/core';
import express from 'express';
import type { Express, RequestHandler } from 'express';
import { setContext } from './context.ts';
import { sendError } from './envelope.ts';
import { IDENTITY_HEADER, verifyIdentity } from './identity.ts';
import { chooseRequestId } from './request-id.ts';

/**
 * Who may say, by `X-Forwarded-For`, whom a request comes from: the last so many hops, or those at these addresses and
 * networks (`10.0.0.0/8`; `loopback`, `linklocal`, `uniquelocal`). Empty: nobody. A number trusts whoever connects, so
 * it is for servers that only the proxy can reach.
 */
export type TrustedProxies = number | readonly string[];

/** An Express application with the settings that every one of our servers shares. */
export function createExpressApp({
  trustedProxies = [],
}: { trustedProxies?: TrustedProxies | undefined } = {}): Express {
  const app = express();
  app.set('trust proxy', trustedProxies);
  app.disable('x-powered-by');
  app.disable('etag');
  return app;
}

/** Takes the caller from the gateway's signed identity, and from nothing else. */
export function requireSignedIdentity(secret: string): RequestHandler {
  return (request, response, next) => {
    const header = request.headers[IDENTITY_HEADER];
    const context = typeof header === 'string' ? verifyIdentity(header, secret) : null;
    const requestId = context?.requestId || chooseRequestId(request.headers['x-request-id']);
    response.setHeader('x-request-id', requestId);
    setContext(request, context ?? { requestId, caller: null, internal: false });
    next();
  };
}

/** The answer to a path that no route serves. */
export const notFoundHandler: RequestHandler = (request, response) => {
  const requestId = (response.getHeader('x-request-id') as string | undefined) ?? '';
  sendError(response, requestId, new AppError('RES_NOT_FOUND', `There is nothing at ${request.path}.`));
};
