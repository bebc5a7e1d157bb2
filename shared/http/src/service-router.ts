import { AppError, isAppError } from '@loci/core';
import express from 'express';
import type { ErrorRequestHandler, Request, RequestHandler, Response, Router } from 'express';
import { getContext } from './context.ts';
import { deadlineOf } from './deadline.ts';
import { sendError, sendSuccess } from './envelope.ts';
import { bodyLimitOf, jsonBody, translateHttpError } from './json-body.ts';
import type { Route } from './route.ts';
import { runRoute } from './run-route.ts';
import type { ResponseCheck } from './run-route.ts';
import { StreamReply } from './route.ts';

export interface HttpLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface ServiceRouterOptions {
  log: HttpLog;
  responseCheck: ResponseCheck;
}

/** An Express router that serves a table of routes; it neither listens nor knows who mounts it. */
export function serviceRouter(routes: readonly Route[], options: ServiceRouterOptions): Router {
  const router = express.Router();
  for (const route of routes) {
    const handlers: RequestHandler[] = [];
    if (route.body !== 'multipart' && route.body !== undefined) handlers.push(jsonBody(bodyLimitOf(route)));
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
  const context = getContext(request);
  const aborted = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) aborted.abort();
  });
  const deadline = context?.internal ? deadlineOf(request) : null;
  const result = await runRoute(
    route,
    {
      context,
      params: request.params,
      query: request.query as Record<string, unknown>,
      body: request.body as unknown,
      signal: deadline ? AbortSignal.any([aborted.signal, deadline]) : aborted.signal,
      request,
    },
    check,
  );
  if (result instanceof StreamReply) await result.send(response);
  else {
    const options = { metadata: result.metadata, hasWritten: route.scope === 'write' };
    sendSuccess(response, context?.requestId ?? '', result.status, result.data, options);
  }
}

/** The end of every chain: whatever was thrown becomes the error envelope, once. */
export function errorHandler(log: HttpLog): ErrorRequestHandler {
  // Express knows an error handler by its four parameters.
  return (thrown: unknown, request, response, _next) => {
    const error = translateHttpError(thrown);
    const requestId = getContext(request)?.requestId ?? '';
    const known = isAppError(error);
    if (!known || error.code === 'SYS_INTERNAL_ERROR') {
      log.error(
        { err: error, request_id: requestId, method: request.method },
        'a request failed unexpectedly',
      );
    } else if (error.code === 'SYS_SERVICE_UNAVAILABLE') {
      log.warn({ err: error.cause ?? error, request_id: requestId }, 'a request met an unavailable store');
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    // What arrived of an unread body must not be taken for the next request on this connection.
    if (!request.readableEnded && !request.complete) response.setHeader('connection', 'close');
    const masked = known && error.code !== 'SYS_INTERNAL_ERROR' ? error : INTERNAL;
    if (masked.code === 'SYS_SERVICE_UNAVAILABLE') response.setHeader('retry-after', '2');
    sendError(response, requestId, masked);
  };
}

const INTERNAL = new AppError(
  'SYS_INTERNAL_ERROR',
  'Something went wrong on our side. Quote the request id to the operator.',
);
