import { isAppError } from '@loci/core';
import { sendPage } from '@loci/pages';
import type { Page } from '@loci/pages';
import type { Logger } from '@loci/runtime';
import type { ErrorRequestHandler } from 'express';
import { ApiError } from '../api/portal-api.ts';
import { internalErrorPage, notFoundPage, rateLimitPage, rejectedPage } from './message.pages.ts';

/** Error handler of the portal. Sends an error page and logs errors with status 500 or higher. */
export function errorPageHandler(log: Logger): ErrorRequestHandler {
  // Express recognizes an error handler by its four parameters.
  return (error: unknown, request, response, _next) => {
    const { status, page } = toErrorPage(error);
    if (status >= 500) log.error({ err: error, method: request.method }, 'Page request failed');
    if (response.headersSent) response.destroy();
    else sendPage(response, status, page);
  };
}

function toErrorPage(error: unknown): { status: number; page: Page } {
  if (!(error instanceof ApiError)) {
    const status = isAppError(error)
      ? (error.status ?? 500)
      : ((error as { status?: unknown }).status as number | undefined);
    return status !== undefined && status >= 400 && status < 500
      ? { status, page: rejectedPage('The request is malformed.') }
      : { status: 500, page: internalErrorPage() };
  }
  const { status, message } = error;
  if (status === 404) return { status, page: notFoundPage() };
  if (status === 429) return { status, page: rateLimitPage() };
  if (status === 403 || status === 422) return { status, page: rejectedPage(message) };
  return { status: 503, page: internalErrorPage() };
}
