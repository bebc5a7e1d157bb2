import { isUuid } from '@loci/core';
import { sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import express from 'express';
import type { Request, Router } from 'express';
import { ApiError } from '../api/portal-api.ts';
import type { PortalApi } from '../api/portal-api.ts';
import { confirmPage } from '../pages/confirm.pages.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps } from '../sign-in/require-sign-in.ts';
import { signedInForms } from '../sign-in/signed-in-forms.ts';
import type { Flash } from '../sessions/session.ts';

/**
 * Longer than the timeout of the gateway (90 seconds), so that the portal receives the error of the gateway.
 */
const REPROCESS_TIMEOUT_MS = 100_000;
/** Status codes of errors whose message the portal shows to the user. */
const REPORTED_STATUSES: ReadonlySet<number> = new Set([404, 413, 422, 503, 504]);

/** Serves `/memories/:id/reprocess`, where users reprocess a document. */
export function reprocessRouter(deps: SignedInDeps & { pages: PortalPages; csrfTokens: CsrfTokens }): Router {
  const { pages } = deps;
  const router = express.Router();
  const parseForm = express.urlencoded({ extended: false, limit: '8kb', parameterLimit: 20 });
  const forms = signedInForms(deps, (request) => `/memories/${documentIdOf(request)}`);

  router.get(
    '/memories/:id/reprocess',
    requireSignIn(deps, async (signedIn) => {
      const id = documentIdOf(signedIn.request);
      const { filename } = await signedIn.api.request<{ filename: string }>({
        path: `/api/v2/documents/${id}`,
      });
      const title = `Reprocess ${filename}?`;
      const body = confirmPage({
        title,
        text:
          'The stored file is read again, and all passages of the document are replaced. Links to single passages stop ' +
          'working. If the file cannot be read, the document does not change.',
        action: `/memories/${id}/reprocess`,
        confirm: 'Reprocess document',
        back: `/memories/${id}`,
        csrf: pages.csrf(signedIn),
      });
      pages.show(signedIn, { title, body });
    }),
  );

  router.post(
    '/memories/:id/reprocess',
    parseForm,
    forms.handle(async (signedIn) => {
      const id = documentIdOf(signedIn.request);
      await forms.setFlash(signedIn, await reprocess(signedIn.api, id));
      sendRedirect(signedIn.response, `/memories/${id}`);
    }),
  );
  return router;
}

/** Reprocesses a document. Returns the message for the user. */
async function reprocess(api: PortalApi, id: string): Promise<Flash> {
  try {
    const { chunk_count: count } = await api.request<{ chunk_count: number }>({
      method: 'POST',
      path: `/api/v2/documents/${id}/reprocess`,
      timeoutMs: REPROCESS_TIMEOUT_MS,
    });
    const passages = count === 1 ? '1 passage' : `${count} passages`;
    const text = `The document is reprocessed and has ${passages}. Searches find the new passages within a few seconds.`;
    return { kind: 'notice', text };
  } catch (error) {
    if (!(error instanceof ApiError) || !REPORTED_STATUSES.has(error.status)) throw error;
    // A status of 404 can also mean that the stored file is missing. This request throws if the document was
    // deleted.
    if (error.status === 404) await api.request({ path: `/api/v2/documents/${id}` });
    return { kind: 'problem', text: `The document was not reprocessed. ${error.message}` };
  }
}

/** Returns the document ID in the path of a request. @throws ApiError with status 404 if it is malformed */
function documentIdOf(request: Request): string {
  const { id } = request.params;
  if (typeof id === 'string' && isUuid(id)) return id.toLowerCase();
  throw new ApiError(404, 'RES_NOT_FOUND', 'The ID in the URL is not a UUID.');
}
