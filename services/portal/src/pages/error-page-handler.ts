import { isAppError } from '@loci/core';
import { sendPage } from '@loci/pages';
import type { Page } from '@loci/pages';
import type { Logger } from '@loci/runtime';
import type { ErrorRequestHandler } from 'express';
import { ApiError } from '../api/portal-api.ts';
import type { LanguageChoice } from '../texts/language-choice.ts';
import type { Locale } from '../texts/texts.ts';
import { internalErrorPage, notFoundPage, rateLimitPage, rejectedPage } from './message.pages.ts';

/** Error handler of the portal. Sends an error page and logs errors with status 500 or higher. */
export function errorPageHandler({
  log,
  languages,
}: {
  log: Logger;
  languages: LanguageChoice;
}): ErrorRequestHandler {
  // Express recognizes an error handler by its four parameters.
  return (error: unknown, request, response, _next) => {
    const { status, page } = toErrorPage(error, languages.localeFor(request));
    if (status >= 500) log.error({ err: error, method: request.method }, 'Page request failed');
    if (response.headersSent) response.destroy();
    else sendPage(response, status, page);
  };
}

function toErrorPage(error: unknown, locale: Locale): { status: number; page: Page } {
  if (!(error instanceof ApiError)) {
    const status = isAppError(error)
      ? (error.status ?? 500)
      : ((error as { status?: unknown }).status as number | undefined);
    return status !== undefined && status >= 400 && status < 500
      ? { status, page: rejectedPage(locale) }
      : { status: 500, page: internalErrorPage(locale) };
  }
  const { status, message } = error;
  if (status === 404) return { status, page: notFoundPage(locale) };
  if (status === 429) return { status, page: rateLimitPage(locale) };
  if (status === 403 || status === 422) return { status, page: rejectedPage(locale, message) };
  return { status: 503, page: internalErrorPage(locale) };
}
