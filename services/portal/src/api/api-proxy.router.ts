import type { ServerResponse } from 'node:http';
import type { CsrfTokens } from '@loci/pages';
import express from 'express';
import type { Response, Router } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { SessionCookie } from '../sign-in/session-cookie.ts';
import { ApiError, createPortalApi } from './portal-api.ts';
import type { ApiDeps } from './portal-api.ts';

/** The gateway closes a request after 90 seconds. */
const TIMEOUT_MS = 100_000;

/** Headers of the browser that the gateway needs. All others, such as cookies, are not forwarded. */
const FORWARDED_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'content-length',
  'content-type',
  'host',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'prefer',
  'range',
  'transfer-encoding',
  'tus-resumable',
  'upload-length',
  'upload-metadata',
  'upload-offset',
  'x-loci-min-position',
]);

/**
 * Forwards requests of the portal's pages under `/api/v2/` to the gateway, with the access token of the session. The
 * browser never receives a token. Each request needs the CSRF token of the page in the header `x-csrf-token`, also a GET,
 * so that another site cannot measure responses.
 *
 * Operations under `/api/v2/auth/` that create tokens are not forwarded.
 *
 * @see docs/security-model.md#threat-11-mix-up-request-forgery-and-device-phishing
 */
export function apiProxyRouter(
  deps: ApiDeps & { csrfTokens: CsrfTokens; sessionCookie: Pick<SessionCookie, 'findUser'> },
): Router {
  const { csrfTokens, sessionCookie, urls } = deps;
  const router = express.Router();
  router.all(['/api/v2/auth/token', '/api/v2/auth/refresh'], (_request, response) =>
    reject(response, 404, 'RES_NOT_FOUND', 'The portal does not forward this operation.'),
  );
  router.use('/api/v2', async (request, response, next) => {
    if (!csrfTokens.isValid(request, request.headers['x-csrf-token'])) {
      reject(response, 403, 'AUTH_FORBIDDEN', 'The page has expired. Reload it.');
      return;
    }
    const user = await sessionCookie.findUser(request);
    if (user === null) {
      reject(response, 401, 'SIGNED_OUT', 'Your session has ended. Sign in again.');
      return;
    }
    try {
      const token = await createPortalApi(deps, user.sessionId, 'en').accessToken();
      for (const name of Object.keys(request.headers)) {
        if (!FORWARDED_HEADERS.has(name)) delete request.headers[name];
      }
      request.headers['authorization'] = `Bearer ${token}`;
      next();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      reject(response, error.status, error.code, error.message);
    }
  });
  router.use(
    createProxyMiddleware({
      target: urls.internalBaseUrl,
      pathFilter: '/api/v2/**',
      changeOrigin: true,
      proxyTimeout: TIMEOUT_MS,
      on: {
        proxyRes: (incoming) => {
          incoming.headers['cache-control'] = 'no-store';
        },
        error: (_error, _request, response) => {
          const message = 'The API is unavailable. Try again in a few seconds.';
          if ('headersSent' in response && !response.headersSent) {
            reject(response as Response, 503, 'SYS_SERVICE_UNAVAILABLE', message);
          } else response.destroy();
        },
      },
    }),
  );
  return router;
}

/** Sends an error in the envelope of the API. */
function reject(response: ServerResponse, status: number, code: string, message: string): void {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('cache-control', 'no-store');
  response.end(
    JSON.stringify({
      status: 'error',
      error: { code, message, details: null, field_errors: null },
      meta: {},
    }),
  );
}
