import { AppError, isAppError } from '@loci/core';
import type { ErrorCode } from '@loci/core';
import express from 'express';
import type { ErrorRequestHandler, Request, RequestHandler, Response, Router } from 'express';
import { getContext } from './context.ts';
import { readDeadlineMs } from './deadline.ts';
import { REPLAYED_HEADER } from './idempotency-key.ts';
import { bodyLimitOf, jsonBody, translateHttpError } from './json-body.ts';
import { sendError, sendSuccess } from './response-envelope.ts';
import { StreamReply, jsonBodySchema } from './route.ts';
import type { Route } from './route.ts';
import { runRoute } from './run-route.ts';
import type { ResponseCheck } from './run-route.ts';
import { nameRequestSpan } from './trace-request.ts';

/** The subset of the process logger that this package uses. */
export interface HttpLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface ServiceRouterOptions {
  log: HttpLog;
  responseCheck: ResponseCheck;
}

/** Creates an Express router that serves routes. An earlier middleware must set the request context. */
export function serviceRouter(routes: readonly Route[], options: ServiceRouterOptions): Router {
  const router = express.Router();
  for (const route of routes) {
    const handlers: RequestHandler[] = [];
    if (jsonBodySchema(route) !== undefined) handlers.push(jsonBody(() => bodyLimitOf(route)));
    handlers.push((request, response) => serve(route, request, response, options.responseCheck));
    router[route.method](route.path, ...handlers);
  }
  router.use(errorHandler(options.log));
  return router;
}

async function serve(
  route: Route,
  request: Request,
  response: Response,
  check: ResponseCheck,
): Promise<void> {
  nameRequestSpan(request, route.path);
  for (const [name, value] of Object.entries(route.responseHeaders ?? {})) response.setHeader(name, value);
  const context = getContext(request);
  const signal = signalOf(response, context?.internal ? readDeadlineMs(request) : null);
  const result = await runRoute(
    route,
    {
      context,
      params: request.params,
      query: request.query as Record<string, unknown>,
      body: request.body as unknown,
      signal,
      request,
    },
    check,
  );
  if (result instanceof StreamReply) await result.send(response);
  else {
    const { status, data, metadata, warnings, etag, isReplayed, isFresh, isNotModified } = result;
    if (etag !== undefined) response.setHeader('etag', etag);
    if (isNotModified) {
      response.status(304).end();
      return;
    }
    if (route.secret || route.hasCredentials) response.setHeader('cache-control', 'no-store, no-transform');
    if (isReplayed) response.setHeader(REPLAYED_HEADER, 'true');
    const options = { metadata, warnings, isFresh, hasWritten: route.scope === 'write' };
    sendSuccess(response, context?.requestId ?? '', status, data, options);
  }
}

/**
 * Returns a signal that is aborted when the client disconnects before the end of the response, or the deadline passes. The
 * timer is released at the end of the response. `AbortSignal.timeout` would keep it until it fires.
 */
function signalOf(response: Response, deadlineMs: number | null): AbortSignal {
  const controller = new AbortController();
  const onDeadline = (): void =>
    controller.abort(new DOMException('The deadline of the request has passed.', 'TimeoutError'));
  const timer = deadlineMs === null ? undefined : setTimeout(onDeadline, deadlineMs).unref();
  response.once('close', () => {
    clearTimeout(timer);
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

/**
 * Creates the error handler of a router, which responds with the error envelope. Unexpected errors are logged
 * and replaced by a generic SYS_INTERNAL_ERROR.
 */
export function errorHandler(log: HttpLog): ErrorRequestHandler {
  // Express recognizes an error handler by its four parameters.
  return (thrown: unknown, request, response, _next) => {
    const error = translateHttpError(thrown);
    const requestId = getContext(request)?.requestId ?? '';
    const isExpected = isAppError(error) && error.code !== 'SYS_INTERNAL_ERROR';
    if (!isExpected) {
      log.error({ err: error, request_id: requestId, method: request.method }, 'Request failed unexpectedly');
    } else if (error.code === 'SYS_SERVICE_UNAVAILABLE') {
      log.warn(
        { err: error.cause ?? error, request_id: requestId },
        'Request failed because a dependency is unavailable',
      );
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    // The unread part of the request body must not be parsed as the next request of this connection.
    if (!request.readableEnded && !request.complete) response.setHeader('connection', 'close');
    const shown = isExpected ? error : INTERNAL_ERROR;
    const retryAfter = RETRY_AFTER_SECONDS[shown.code];
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
    sendError(response, requestId, shown);
  };
}

/** Values of the header `retry-after` by error code. */
const RETRY_AFTER_SECONDS: Partial<Record<ErrorCode, number>> = {
  SYS_SERVICE_UNAVAILABLE: 2,
  SYS_NOT_FRESH: 1,
  BIZ_REQUEST_IN_PROGRESS: 1,
};

const INTERNAL_ERROR = new AppError(
  'SYS_INTERNAL_ERROR',
  'An internal error occurred. Report it to the operator with the request id.',
);
