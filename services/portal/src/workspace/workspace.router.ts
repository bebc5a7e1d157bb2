import { sendPage, sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import express from 'express';
import type { Router } from 'express';
import { ApiError, requestAnonymously } from '../api/portal-api.ts';
import type { PortalApi } from '../api/portal-api.ts';
import { confirmPage } from '../pages/confirm.pages.ts';
import { explainOwnersOnly } from '../pages/owners-only.pages.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps, SignedInRequest } from '../sign-in/require-sign-in.ts';
import type { LanguageChoice } from '../texts/language-choice.ts';
import type { SessionCookie } from '../sign-in/session-cookie.ts';
import { signedInForms, textField } from '../sign-in/signed-in-forms.ts';
import type { FormFields } from '../sign-in/signed-in-forms.ts';
import { loadUsage } from './load-usage.ts';
import { sendExport } from './send-export.ts';
import {
  SECRET_FILTER_ACTIONS,
  loadSettings,
  readRetention,
  saveRecording,
  saveRetention,
  saveSecretFilter,
} from './settings.ts';
import {
  deletionFields,
  deletionStatusPage,
  deletionWarning,
  retentionProblem,
  workspacePage,
} from './workspace.pages.ts';
import type { Deletion, Workspace } from './workspace.pages.ts';

const DELETIONS = '/api/v2/auth/tenant-deletions';
const DELETION_TOKEN = /^[\w.-]{1,100}$/;
const RELOAD_SECONDS = 10;

/** Serves the pages on which users see the usage of their tenant, and owners change its settings or delete it. */
export function workspaceRouter(
  deps: SignedInDeps & {
    pages: PortalPages;
    csrfTokens: CsrfTokens;
    sessionCookie: Pick<SessionCookie, 'clear'>;
    languages: Pick<LanguageChoice, 'localeFor'>;
  },
): Router {
  const { pages, sessions, sessionCookie, urls, languages, baseUrl } = deps;
  const router = express.Router();
  const parseForm = express.urlencoded({ extended: false, limit: '8kb', parameterLimit: 40 });
  const forms = signedInForms(deps, '/workspace/delete');
  const settingsForms = signedInForms(deps, '/workspace');

  const showWorkspace = async (signedIn: SignedInRequest, problem?: string): Promise<void> => {
    const { api, locale } = signedIn;
    const [workspace, usage, settings, flash] = await Promise.all([
      loadWorkspace(api),
      loadUsage(api),
      loadSettings(api),
      settingsForms.takeFlash(signedIn),
    ]);
    const body = workspacePage({
      locale,
      workspace,
      usage,
      settings,
      baseUrl,
      csrf: pages.csrf(signedIn),
      flash,
      retentionProblem: problem,
    });
    const status = problem === undefined ? 200 : 422;
    pages.show(signedIn, { status, title: locale.texts.workspace.title, current: 'workspace', body });
  };

  /** Shows the settings again, with a message that a change was saved. */
  const confirmSaved = async (signedIn: SignedInRequest, text: string): Promise<void> => {
    await settingsForms.setFlash(signedIn, { kind: 'notice', text });
    sendRedirect(signedIn.response, '/workspace');
  };

  const showDeletion = async (
    signedIn: SignedInRequest,
    { problem, status = 200 }: { problem?: string; status?: number } = {},
  ): Promise<void> => {
    const workspace = await loadWorkspace(signedIn.api);
    const { texts } = signedIn.locale;
    const { deletion } = texts.workspace;
    if (workspace.role !== 'owner') throw new ApiError(403, 'AUTH_FORBIDDEN', deletion.ownersOnly);
    const title = deletion.confirmTitle;
    const body = confirmPage({
      title,
      text: deletionWarning(texts),
      action: '/workspace/delete',
      confirm: deletion.button,
      back: '/workspace',
      locale: signedIn.locale,
      csrf: pages.csrf(signedIn),
      problem,
      fields: deletionFields(texts, workspace),
    });
    pages.show(signedIn, { status, title, current: 'workspace', body });
  };

  router.get(
    '/workspace',
    requireSignIn(deps, (signedIn) => showWorkspace(signedIn)),
  );

  router.post(
    '/workspace/retention',
    parseForm,
    settingsForms.handle(
      explainOwnersOnly(pages, 'workspace', async (signedIn, fields: FormFields) => {
        const { api, locale } = signedIn;
        const defaults = readRetention(fields, (await loadSettings(api)).retention);
        if (defaults === null) {
          await showWorkspace(signedIn, retentionProblem(locale));
          return;
        }
        await saveRetention(api, defaults);
        await confirmSaved(signedIn, locale.texts.workspace.retention.saved);
      }),
    ),
  );

  router.post(
    '/workspace/export',
    parseForm,
    settingsForms.handle((signedIn) =>
      sendExport(signedIn, { baseUrl: urls.internalBaseUrl, now: deps.now() }),
    ),
  );

  router.post(
    '/workspace/secret-filter',
    parseForm,
    settingsForms.handle(
      explainOwnersOnly(pages, 'workspace', async (signedIn, fields: FormFields) => {
        const { api, locale } = signedIn;
        const action = SECRET_FILTER_ACTIONS.find((each) => each === fields['action']) ?? 'off';
        await saveSecretFilter(api, action);
        await confirmSaved(signedIn, locale.texts.workspace.secretFilter.saved);
      }),
    ),
  );

  router.post(
    '/workspace/readers',
    parseForm,
    settingsForms.handle(
      explainOwnersOnly(pages, 'workspace', async (signedIn, fields: FormFields) => {
        const { api, locale } = signedIn;
        await saveRecording(api, fields['recording'] !== 'off');
        await confirmSaved(signedIn, locale.texts.workspace.readers.saved);
      }),
    ),
  );

  router.get(
    '/workspace/delete',
    requireSignIn(
      deps,
      explainOwnersOnly(pages, 'workspace', (signedIn) => showDeletion(signedIn)),
    ),
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
    const locale = languages.localeFor(request);
    const path = `${DELETIONS}/${token}`;
    const deletion = await requestAnonymously<Deletion>(urls, { path }, locale.language);
    if (deletion.status !== 'deleted') response.setHeader('refresh', String(RELOAD_SECONDS));
    sendPage(response, 200, deletionStatusPage(locale, deletion));
  });
  return router;
}

const loadWorkspace = (api: PortalApi): Promise<Workspace> =>
  api.request<Workspace>({ path: '/api/v2/auth/tenant' });
