import { isAppError } from '@loci/core';
import { sendPage } from '@loci/pages';
import type { Page } from '@loci/pages';
import type { Logger } from '@loci/runtime';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { ApiError } from '../api/portal-api.ts';
import type { SessionCookie } from '../sign-in/session-cookie.ts';
import type { LanguageChoice } from '../texts/language-choice.ts';
import type { Locale } from '../texts/texts.ts';
import { internalErrorPage, notFoundPage, rateLimitPage, rejectedPage } from './message.pages.ts';
import type { PortalPages } from './portal-page.ts';

interface ErrorPageDeps {
  log: Logger;
  languages: LanguageChoice;
  sessionCookie: Pick<SessionCookie, 'findUser'>;
  pages: Pick<PortalPages, 'show'>;
}

/** Sends the page for a path that does not exist. */
export const notFoundHandler =
  (deps: ErrorPageDeps): RequestHandler =>
  (request, response) =>
    sendErrorPage(deps, { request, response }, 404, notFoundPage(deps.languages.localeFor(request)));

/** Error handler of the portal. Sends an error page and logs errors with status 500 or higher. */
export function errorPageHandler(deps: ErrorPageDeps): ErrorRequestHandler {
  const { log, languages } = deps;
  // Express recognizes an error handler by its four parameters.
  return async (error: unknown, request, response, _next) => {
    const { status, page } = toErrorPage(error, languages.localeFor(request));
    if (status >= 500) log.error({ err: error, method: request.method }, 'Page request failed');
    if (response.headersSent) response.destroy();
    else await sendErrorPage(deps, { request, response }, status, page);
  };
}

/** Sends a page with the navigation to a signed-in user, and without it to others and for errors of the server. */
async function sendErrorPage(
  { languages, sessionCookie, pages }: ErrorPageDeps,
  { request, response }: { request: Request; response: Response },
  status: number,
  page: Page,
): Promise<void> {
  const user = status < 500 ? await sessionCookie.findUser(request).catch(() => null) : null;
  if (user === null) {
    sendPage(response, status, page);
    return;
  }
  const { title, body } = page;
  pages.show({ request, response, ...user, locale: languages.localeFor(request) }, { status, title, body });
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
