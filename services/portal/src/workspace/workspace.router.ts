import { sendPage, sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import express from 'express';
import type { Router } from 'express';
import { ApiError, requestAnonymously } from '../api/portal-api.ts';
import type { PortalApi } from '../api/portal-api.ts';
import { confirmPage } from '../pages/confirm.pages.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps, SignedInRequest } from '../sign-in/require-sign-in.ts';
import type { SessionCookie } from '../sign-in/session-cookie.ts';
import { signedInForms, textField } from '../sign-in/signed-in-forms.ts';
import { loadUsage } from './load-usage.ts';
import { deletionFields, deletionStatusPage, deletionWarning, workspacePage } from './workspace.pages.ts';
import type { Deletion, Workspace } from './workspace.pages.ts';

const DELETIONS = '/api/v2/auth/tenant-deletions';
const DELETION_TOKEN = /^[\w.-]{1,100}$/;
const RELOAD_SECONDS = 10;

/** Serves the pages on which users see the stored bytes of their tenant, and owners delete the tenant. */
export function workspaceRouter(
  deps: SignedInDeps & {
    pages: PortalPages;
    csrfTokens: CsrfTokens;
    sessionCookie: Pick<SessionCookie, 'clear'>;
  },
): Router {
  const { pages, sessions, sessionCookie, urls } = deps;
  const router = express.Router();
  const parseForm = express.urlencoded({ extended: false, limit: '8kb', parameterLimit: 20 });
  const forms = signedInForms(deps, '/workspace/delete');

  const showDeletion = async (
    signedIn: SignedInRequest,
    { problem, status = 200 }: { problem?: string; status?: number } = {},
  ): Promise<void> => {
    const workspace = await loadWorkspace(signedIn.api);
    if (workspace.role !== 'owner')
      throw new ApiError(403, 'AUTH_FORBIDDEN', 'Only owners can delete the workspace.');
    const title = 'Delete the workspace?';
    const body = confirmPage({
      title,
      text: deletionWarning,
      action: '/workspace/delete',
      confirm: 'Delete the workspace',
      back: '/workspace',
      csrf: pages.csrf(signedIn),
      problem,
      fields: deletionFields(workspace),
    });
    pages.show(signedIn, { status, title, current: 'workspace', body });
  };

  router.get(
    '/workspace',
    requireSignIn(deps, async (signedIn) => {
      const [workspace, usage] = await Promise.all([loadWorkspace(signedIn.api), loadUsage(signedIn.api)]);
      const body = workspacePage({ workspace, usage });
      pages.show(signedIn, { title: 'Workspace', current: 'workspace', body });
    }),
  );

  router.get(
    '/workspace/delete',
    requireSignIn(deps, (signedIn) => showDeletion(signedIn)),
  );

  router.post(
    '/workspace/delete',
    parseForm,
    forms.handle(async (signedIn, fields) => {
      const { password } = fields;
      let token: string;
      try {
        ({ deletion_token: token } = await signedIn.api.request<{ deletion_token: string }>({
          method: 'POST',
          path: '/api/v2/auth/tenant/delete',
          body: { name: textField(fields, 'name'), password: typeof password === 'string' ? password : '' },
        }));
      } catch (error) {
        if (!(error instanceof ApiError) || ![409, 422, 429].includes(error.status)) throw error;
        await showDeletion(signedIn, { problem: error.message, status: error.status });
        return;
      }
      await sessions.take(signedIn.sessionId);
      sessionCookie.clear(signedIn.response);
      sendRedirect(signedIn.response, `/workspace/deletions/${token}`);
    }),
  );

  // The deletion has ended the access of the user, so this page requires no session.
  router.get('/workspace/deletions/:token', async (request, response) => {
    const { token } = request.params;
    if (!DELETION_TOKEN.test(token))
      throw new ApiError(404, 'RES_NOT_FOUND', 'The deletion token in the URL is malformed.');
    const deletion = await requestAnonymously<Deletion>(urls, { path: `${DELETIONS}/${token}` });
    if (deletion.status !== 'deleted') response.setHeader('refresh', String(RELOAD_SECONDS));
    sendPage(response, 200, deletionStatusPage(deletion));
  });
  return router;
}

const loadWorkspace = (api: PortalApi): Promise<Workspace> =>
  api.request<Workspace>({ path: '/api/v2/auth/tenant' });
