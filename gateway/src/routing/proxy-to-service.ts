import { AppError } from '@loci/core';
import { IDENTITY_HEADER, getContext, sendError, signIdentity } from '@loci/http';
import type { RequestHandler } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { ServerResponse } from 'node:http';

/** Longer than any operation: an upload may be parsed for a minute. */
const PROXY_TIMEOUT_MS = 90_000;

/**
 * Hands requests on to a service in another process, bodies as streams. The caller's token stays here: the
 * service gets our signed identity instead, and no header of that name from outside.
 */
export function proxyToService(baseUrl: string, secret: string): RequestHandler {
  return createProxyMiddleware({
    target: baseUrl,
    changeOrigin: true,
    xfwd: true,
    proxyTimeout: PROXY_TIMEOUT_MS,
    on: {
      proxyReq: (outgoing, request) => {
        const context = getContext(request);
        for (const name of outgoing.getHeaderNames()) {
          if (name.startsWith('x-internal-')) outgoing.removeHeader(name);
        }
        if (!context) return;
        // Public operations carry a credential of their own there, and have no caller yet.
        if (context.caller) outgoing.removeHeader('authorization');
        outgoing.setHeader(IDENTITY_HEADER, signIdentity({ ...context, internal: false }, secret));
        outgoing.setHeader('x-request-id', context.requestId);
      },
      error: (error, request, response) => {
        const requestId = getContext(request)?.requestId ?? '';
        const unreachable = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'];
        const code = unreachable.includes((error as NodeJS.ErrnoException).code ?? '')
          ? 'SYS_SERVICE_UNAVAILABLE'
          : 'SYS_BAD_GATEWAY';
        if ((response as ServerResponse).headersSent) response.destroy();
        else
          sendError(
            response as never,
            requestId,
            new AppError(code, 'The service behind this path does not answer.'),
          );
      },
    },
  });
}
