import { isUuid } from '@loci/core';
import { sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import express from 'express';
import type { Router } from 'express';
import { ApiError } from '../api/portal-api.ts';
import type { PortalApi } from '../api/portal-api.ts';
import { readCursor } from '../browse/browse-filter.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import type { Flash } from '../sessions/session.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps } from '../sign-in/require-sign-in.ts';
import { signedInForms, textField } from '../sign-in/signed-in-forms.ts';
import { inboxPage } from './inbox.pages.ts';
import type { Suggestion } from './inbox.pages.ts';

const PAGE_SIZE = 10;
/** Status codes of errors whose message the page shows: the pair was decided, changed or deleted by someone else. */
const REPORTED_STATUSES: ReadonlySet<number> = new Set([403, 404, 409, 422]);

/** Serves `/inbox`, where users decide about similar and contradicting memories. */
export function inboxRouter(deps: SignedInDeps & { pages: PortalPages; csrfTokens: CsrfTokens }): Router {
  const { pages } = deps;
  const router = express.Router();
  const parseForm = express.urlencoded({ extended: false, limit: '8kb', parameterLimit: 20 });
  const forms = signedInForms(deps, '/inbox');

  router.get(
    '/inbox',
    requireSignIn(deps, async (signedIn) => {
      const cursor = readCursor(signedIn.request.query);
      const [{ items, next_cursor: nextCursor }, { permissions }, flash] = await Promise.all([
        signedIn.api.request<{ items: Suggestion[]; next_cursor: string | null }>({
          path: '/api/v2/suggestions',
          query: { status: 'open', limit: String(PAGE_SIZE), ...(cursor !== null && { cursor }) },
        }),
        signedIn.api.request<{ permissions: string[] }>({ path: '/api/v2/auth/verify' }),
        forms.takeFlash(signedIn),
      ]);
      const canResolve = permissions.includes('write');
      const csrf = pages.csrf(signedIn);
      pages.show(signedIn, {
        title: 'Inbox',
        current: 'inbox',
        body: inboxPage({ suggestions: items, nextCursor, canResolve, csrf, flash }),
      });
    }),
  );

  router.post(
    '/inbox/:id',
    parseForm,
    forms.handle(async (signedIn, fields) => {
      const { id } = signedIn.request.params;
      if (typeof id !== 'string' || !isUuid(id))
        throw new ApiError(404, 'RES_NOT_FOUND', 'The ID in the URL is not a UUID.');
      const flash = await decide(signedIn.api, id, {
        decision: textField(fields, 'decision'),
        older: textField(fields, 'older'),
        newer: textField(fields, 'newer'),
      });
      await forms.setFlash(signedIn, flash);
      sendRedirect(signedIn.response, '/inbox');
    }),
  );
  return router;
}

/** Resolves a suggestion as the user decided. Returns the message for the user. */
async function decide(
  api: PortalApi,
  id: string,
  { decision, older, newer }: { decision: string; older: string; newer: string },
): Promise<Flash> {
  const actions: Record<string, { body: object; text: string }> = {
    'keep-newer': {
      body: { action: 'supersede', keep_id: newer },
      text: 'The newer memory stays. Searches no longer find the older one.',
    },
    'keep-older': {
      body: { action: 'supersede', keep_id: older },
      text: 'The older memory stays. Searches no longer find the newer one.',
    },
    'keep-both': {
      body: { action: 'dismiss' },
      text: 'Both memories stay. The pair is not suggested again.',
    },
  };
  const action = Object.hasOwn(actions, decision) ? actions[decision] : undefined;
  if (action === undefined) return { kind: 'problem', text: 'Choose one of the buttons.' };
  try {
    await api.request({ method: 'POST', path: `/api/v2/suggestions/${id}/resolve`, body: action.body });
    return { kind: 'notice', text: action.text };
  } catch (error) {
    if (!(error instanceof ApiError) || !REPORTED_STATUSES.has(error.status)) throw error;
    return { kind: 'problem', text: `Nothing was changed. ${error.message}` };
  }
}
