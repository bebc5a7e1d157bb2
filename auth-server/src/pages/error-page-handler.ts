import { isAppError } from '@loci/core';
import { STATUS_BY_CODE, getContext } from '@loci/http';
import type { Logger } from '@loci/runtime';
import type { ErrorRequestHandler, Request } from 'express';
import type { AuthPages } from './auth-pages.ts';
import { internalErrorPage, rejectedPage } from './message.pages.ts';

/** True if the client is a browser that shows a page, so an error is shown as a page as well. */
export const wantsPage = (request: Request): boolean => request.accepts(['json', 'html']) === 'html';

/** Error handler for browsers. Passes errors of other clients on. Logs unexpected errors. */
export const errorPageHandler =
  ({ log, pages }: { log: Pick<Logger, 'error'>; pages: AuthPages }): ErrorRequestHandler =>
  // Express recognizes an error handler by its four parameters.
  (error: unknown, request, response, next) => {
    if (response.headersSent || !wantsPage(request)) {
      next(error);
      return;
    }
    const status = statusOf(error);
    const requestId = getContext(request)?.requestId ?? '';
    if (status >= 500) {
      log.error({ err: error, request_id: requestId, method: request.method }, 'Page request failed');
    }
    // The unread part of the request body must not be parsed as the next request of this connection.
    if (!request.readableEnded && !request.complete) response.setHeader('connection', 'close');
    pages.show(request, response, status, status < 500 ? rejectedPage : internalErrorPage(requestId));
  };

function statusOf(error: unknown): number {
  const { status } = error as { status?: unknown };
  if (isAppError(error)) return error.status ?? STATUS_BY_CODE[error.code];
  return typeof status === 'number' && status >= 400 && status < 600 ? status : 500;
}
