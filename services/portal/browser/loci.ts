import { Loci, LociError } from '@loci/client';

/** Token that each request to the portal needs in the header `x-csrf-token`. */
export const csrfToken = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? '';

/**
 * Sends a request to the portal with the CSRF token of the page. The portal adds the access token of the session, which
 * the browser never receives. Reloads the page after the session has ended, which redirects to the sign-in.
 */
export const fetchFromPortal: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers);
  headers.delete('authorization');
  headers.set('x-csrf-token', csrfToken);
  const response = await fetch(input, { ...init, headers, credentials: 'same-origin' });
  if (response.status === 401) location.reload();
  return response;
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
  return error instanceof LociError || error instanceof Error ? error.message : String(error);
}
