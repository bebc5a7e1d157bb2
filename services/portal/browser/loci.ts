import { ApiError, ConnectionError, Loci } from '@loci/client';
import { translateError, translateErrorBody, translateErrorResponse } from '../src/api/translate-errors.ts';
import type { ErrorContent } from '../src/api/translate-errors.ts';
import { loadApiErrorTexts } from '../src/texts/api-error-texts.ts';
import { language, texts } from './texts.ts';

/** Token that each request to the portal needs in the header `x-csrf-token`. */
export const csrfToken = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? '';

/**
 * Sends a request to the portal with the CSRF token of the page. The portal adds the access token of the session, which
 * the browser never receives. Translates the message of an error to the language of the page. Reloads the page after the
 * session has ended, which redirects to the sign-in.
 */
export const fetchFromPortal: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers);
  headers.delete('authorization');
  headers.set('x-csrf-token', csrfToken);
  const response = await fetch(input, { ...init, headers, credentials: 'same-origin' });
  if (response.status === 401) location.reload();
  return translateErrorResponse(response, () => loadApiErrorTexts(language));
};

/** Client of the API with the permissions of the signed-in user. */
export const loci = new Loci({
  baseUrl: location.origin,
  accessToken: 'added-by-the-portal',
  fetch: fetchFromPortal,
});

/** Returns the message of a failed request for the user, or null if the request was aborted. */
export function errorMessage(error: unknown): string | null {
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  if (error instanceof ConnectionError) return texts.messages.connectionLost;
  // A plain error has a message from the catalog. Others, for example a TypeError, are bugs.
  const isForUser = error instanceof ApiError || (error instanceof Error && error.constructor === Error);
  return isForUser ? error.message : texts.messages.internalError.text;
}

/** Returns the message of an error within a successful response, for example of one element of a bulk request. */
export async function elementErrorMessage(error: ErrorContent): Promise<string> {
  const catalog = await loadApiErrorTexts(language);
  return catalog === null ? error.message : translateError(error, catalog).message;
}

/** Translates the error in the JSON text of an error response that {@link fetchFromPortal} has not received. */
export async function translateErrorText(text: string): Promise<string> {
  const catalog = await loadApiErrorTexts(language);
  return catalog === null ? text : translateErrorBody(text, catalog);
}
