import { isAppError } from '@loci/core';
import { sendPage } from '@loci/pages';
import type { Page } from '@loci/pages';
import type { Logger } from '@loci/runtime';
import type { ErrorRequestHandler } from 'express';
import { internalErrorPage, notFoundPage, rejectedPage, rateLimitPage } from './message.pages.ts';

/** The end of every chain: what went wrong, as a page for a person. */
export function errorPageHandler(log: Logger): ErrorRequestHandler {
  // Express knows an error handler by its four parameters.
  return (error: unknown, request, response, _next) => {
    const { status, page } = describe(error);
    if (status >= 500) log.error({ err: error, method: request.method }, 'a page failed');
    if (response.headersSent) response.destroy();
    else sendPage(response, status, page);
  };
}

function describe(error: unknown): { status: number; page: Page } {
  const { name, message } = error as Error;
  const status = isAppError(error)
    ? (error.status ?? 500)
    : ((error as { status?: unknown }).status as number | undefined);
  if (name !== 'ApiError') {
    return status !== undefined && status >= 400 && status < 500
      ? { status, page: rejectedPage('The request was not understood.') }
      : { status: 500, page: internalErrorPage() };
  }
  if (status === 404) return { status, page: notFoundPage() };
  if (status === 429) return { status, page: rateLimitPage() };
  if (status === 403 || status === 422) return { status, page: rejectedPage(message) };
  return { status: 503, page: internalErrorPage() };
}
