import { AppError } from '@loci/core';
import {
  IDENTITY_HEADER,
  POSITIONS_HEADER,
  WRITTEN_ITEMS_HEADER,
  getContext,
  parsePositions,
  parseWrittenItems,
  requestSpan,
  sendError,
  signIdentity,
} from '@loci/http';
import { errorType, getTracing } from '@loci/telemetry';
import type { TraceSpan } from '@loci/telemetry';
import type { RequestHandler } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Timeout of a proxied request. The longest operation, an upload, takes up to one minute to parse. */
const PROXY_TIMEOUT_MS = 90_000;

/**
 * Forwards requests to a service in another process and streams bodies in both directions. Replaces the access token of
 * the caller with a signed identity, and drops inbound `x-internal-*` headers. The service trusts the trace context of a
 * request with a signed identity, so the trace context of the client is dropped too. Sends the response after
 * `onPositions` has resolved.
 */
export function proxyToService(baseUrl: string, secret: string): RequestHandler {
  const spans = new WeakMap<IncomingMessage, TraceSpan>();
  return createProxyMiddleware({
    target: baseUrl,
    selfHandleResponse: true,
    changeOrigin: true,
    xfwd: true,
    proxyTimeout: PROXY_TIMEOUT_MS,
    on: {
      proxyReq: (outgoing, request) => {
        const context = getContext(request);
        for (const name of outgoing.getHeaderNames()) {
          if (name.startsWith('x-internal-') || TRACE_HEADERS.has(name)) outgoing.removeHeader(name);
        }
        const span = startProxySpan(request, baseUrl);
        if (span) {
          spans.set(request, span);
          outgoing.setHeader('traceparent', span.traceparent);
        }
        if (!context) return;
        // A public operation has no caller. Its service reads the credential from the Authorization header.
        if (context.caller) outgoing.removeHeader('authorization');
        outgoing.setHeader(IDENTITY_HEADER, signIdentity({ ...context, internal: false }, secret));
        outgoing.setHeader('x-request-id', context.requestId);
      },
      proxyRes: (incoming, request, response) => {
        const span = spans.get(request);
        if (span) {
          span.setAttributes({ 'http.response.status_code': incoming.statusCode! });
          if (incoming.statusCode! >= 400) span.fail(String(incoming.statusCode));
          incoming.once('close', () => span.end());
        }
        const written = parseWrittenItems(incoming.headers[WRITTEN_ITEMS_HEADER] as string | undefined);
        const positions = parsePositions(incoming.headers[POSITIONS_HEADER] as string | undefined);
        // `sendResponse` copies the remaining headers to the response for the client.
        delete incoming.headers[WRITTEN_ITEMS_HEADER];
        delete incoming.headers[POSITIONS_HEADER];
        if (written.length > 0) getContext(request)?.onWritten?.(written);
        const reported = positions ? getContext(request)?.onPositions?.(positions) : undefined;
        if (reported instanceof Promise) void reported.then(() => sendResponse(incoming, response));
        else sendResponse(incoming, response);
      },
      error: (error, request, response) => {
        const span = spans.get(request);
        span?.fail(errorType(error));
        span?.end();
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
            new AppError(
              code,
              'The service that handles this request is unavailable. Retry in a few seconds.',
            ),
          );
      },
    },
  });
}

/** Headers with the trace context of the client. */
const TRACE_HEADERS = new Set(['traceparent', 'tracestate', 'baggage']);

/** Starts the span of a proxied request. Returns null without tracing. */
function startProxySpan(request: IncomingMessage, baseUrl: string): TraceSpan | null {
  const tracing = getTracing();
  const parent = requestSpan(request);
  if (tracing === null || parent === null) return null;
  const method = request.method ?? '';
  const { hostname, port } = new URL(baseUrl);
  return parent.run(() =>
    tracing.startSpan({
      name: method,
      kind: 'client',
      attributes: {
        'http.request.method': method,
        'server.address': hostname,
        ...(port !== '' && { 'server.port': Number(port) }),
      },
    }),
  );
}

/** Headers that belong to the connection between the gateway and the service. @see RFC 9110 section 7.6.1 */
const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** Sends the response of a service to the client. */
function sendResponse(incoming: IncomingMessage, response: ServerResponse): void {
  if (response.destroyed) {
    incoming.destroy();
    return;
  }
  response.statusCode = incoming.statusCode!;
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined && !CONNECTION_HEADERS.has(name)) response.setHeader(name, value);
  }
  // `pipeline` would add so many listeners to the response that Node.js warns of a memory leak.
  incoming.once('error', () => response.destroy());
  response.once('close', () => incoming.destroy());
  incoming.pipe(response);
}
