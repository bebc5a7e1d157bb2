import { sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import express from 'express';
import type { Router } from 'express';
import { ApiError } from '../api/portal-api.ts';
import type { PortalApi } from '../api/portal-api.ts';
import { confirmPage } from '../pages/confirm.pages.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps } from '../sign-in/require-sign-in.ts';
import { signedInForms } from '../sign-in/signed-in-forms.ts';
import type { Flash } from '../sessions/session.ts';
import type { Texts } from '../texts/texts.ts';
import { idOf } from './document.router.ts';

/**
 * Longer than the timeout of the gateway (90 seconds), so that the portal receives the error of the gateway.
 */
const REPROCESS_TIMEOUT_MS = 100_000;
/** Status codes of errors whose message the portal shows to the user. */
const REPORTED_STATUSES: ReadonlySet<number> = new Set([404, 413, 422, 503, 504]);

/** Serves `/documents/:id/reprocess`, where users reprocess a document. */
export function reprocessRouter(deps: SignedInDeps & { pages: PortalPages; csrfTokens: CsrfTokens }): Router {
  const { pages } = deps;
  const router = express.Router();
  const parseForm = express.urlencoded({ extended: false, limit: '8kb', parameterLimit: 20 });
  const forms = signedInForms(deps, (request) => `/documents/${idOf(request)}`);

  router.get(
    '/documents/:id/reprocess',
    requireSignIn(deps, async (signedIn) => {
      const id = idOf(signedIn.request);
      const { filename } = await signedIn.api.request<{ filename: string }>({
        path: `/api/v2/documents/${id}`,
      });
      const texts = signedIn.locale.texts.documents;
      const title = texts.reprocessTitle(filename);
      const body = confirmPage({
        title,
        text: texts.reprocessText,
        action: `/documents/${id}/reprocess`,
        confirm: texts.reprocessButton,
        back: `/documents/${id}`,
        locale: signedIn.locale,
        csrf: pages.csrf(signedIn),
      });
      pages.show(signedIn, { title, current: 'documents', body });
    }),
  );

  router.post(
    '/documents/:id/reprocess',
    parseForm,
    forms.handle(async (signedIn) => {
      const id = idOf(signedIn.request);
      await forms.setFlash(signedIn, await reprocess(signedIn.api, id, signedIn.locale.texts.documents));
      sendRedirect(signedIn.response, `/documents/${id}`);
    }),
  );
  return router;
}

/** Reprocesses a document. Returns the message for the user. */
async function reprocess(api: PortalApi, id: string, texts: Texts['documents']): Promise<Flash> {
  try {
    const { chunk_count: count } = await api.request<{ chunk_count: number }>({
      method: 'POST',
      path: `/api/v2/documents/${id}/reprocess`,
      timeoutMs: REPROCESS_TIMEOUT_MS,
    });
    return { kind: 'notice', text: texts.reprocessed(count) };
  } catch (error) {
    if (!(error instanceof ApiError) || !REPORTED_STATUSES.has(error.status)) throw error;
    // A status of 404 can also mean that the stored file is missing. This request throws if the document was
    // deleted.
    if (error.status === 404) await api.request({ path: `/api/v2/documents/${id}` });
    return { kind: 'problem', text: texts.notReprocessed(error.message) };
  }
}
