import { isUuid } from '@loci/core';
import { sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import express from 'express';
import type { Router } from 'express';
import { ApiError } from '../api/portal-api.ts';
import { confirmPage } from '../pages/confirm.pages.ts';
import { uuidInPath } from '../pages/path-ids.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { loadMembersIfOwner } from '../people/member.ts';
import type { ListedMember } from '../people/member.ts';
import { findEmail, loadUserNames } from '../people/user-names.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps, SignedInRequest } from '../sign-in/require-sign-in.ts';
import { signedInForms, textField } from '../sign-in/signed-in-forms.ts';
import { tokenClaims } from '../sign-in/token-claims.ts';
import { erasureFields, erasurePage, erasuresPage } from './erasure.pages.ts';
import type { Erasure } from './erasure.pages.ts';

const ERASURES = '/api/v2/erasures';
const RELOAD_SECONDS = 10;

/** Serves `/workspace/erasures`, where owners erase the data of members, and other users their own data. */
export function erasureRouter(deps: SignedInDeps & { pages: PortalPages; csrfTokens: CsrfTokens }): Router {
  const { pages } = deps;
  const router = express.Router();
  const parseForm = express.urlencoded({ extended: false, limit: '8kb', parameterLimit: 20 });
  const forms = signedInForms(deps, '/workspace/erasures');

  async function showList(signedIn: SignedInRequest, problem?: string): Promise<void> {
    const { api, locale, request, session } = signedIn;
    const { cursor } = request.query;
    const { userId, role } = tokenClaims(session);
    const query = { limit: '20', ...(typeof cursor === 'string' ? { cursor } : {}) };
    const [erasures, members, { permissions }, flash] = await Promise.all([
      api.request<{ items: Erasure[]; next_cursor: string | null }>({ path: ERASURES, query }),
      loadMembersIfOwner(api),
      api.request<{ permissions: string[] }>({ path: '/api/v2/auth/verify' }),
      forms.takeFlash(signedIn),
    ]);
    const nameOf = await loadUserNames(
      signedIn,
      erasures.items.map((erasure) => erasure.user_id),
    );
    const body = erasuresPage({
      texts: locale.texts,
      erasures,
      members: members.length > 0 ? members : [ownEntry(signedIn, userId)],
      user: { userId, email: session.email },
      isOwner: role === 'owner',
      canErase: permissions.includes('delete'),
      nameOf,
      isFirstPage: typeof cursor !== 'string',
      flash,
      problem,
    });
    const { title } = locale.texts.workspace.erasures;
    pages.show(signedIn, { status: problem === undefined ? 200 : 422, title, current: 'workspace', body });
  }

  async function showConfirmation(
    signedIn: SignedInRequest,
    userId: string,
    problem?: string,
  ): Promise<void> {
    const { texts } = signedIn.locale;
    const { erasures } = texts.workspace;
    const name = await emailOrId(signedIn, userId);
    const title = erasures.confirmTitle(name);
    const body = confirmPage({
      title,
      text: erasures.confirmText,
      action: '/workspace/erasures',
      confirm: erasures.confirm,
      back: '/workspace/erasures',
      locale: signedIn.locale,
      csrf: pages.csrf(signedIn),
      problem,
      fields: erasureFields(texts, { userId, name }),
    });
    pages.show(signedIn, { status: problem === undefined ? 200 : 422, title, current: 'workspace', body });
  }

  router.get(
    '/workspace/erasures',
    requireSignIn(deps, (signedIn) => showList(signedIn)),
  );

  router.get(
    '/workspace/erasures/new',
    requireSignIn(deps, async (signedIn) => {
      const { user_id: chosen, former_user_id: former } = signedIn.request.query;
      const userId = typeof former === 'string' && former.trim() !== '' ? former.trim() : chosen;
      if (typeof userId === 'string' && isUuid(userId)) await showConfirmation(signedIn, userId);
      else await showList(signedIn, signedIn.locale.texts.workspace.erasures.invalidUser);
    }),
  );

  router.post(
    '/workspace/erasures',
    parseForm,
    forms.handle(async (signedIn, fields) => {
      const { api, locale, response } = signedIn;
      const { erasures } = locale.texts.workspace;
      const userId = textField(fields, 'user_id');
      if (!isUuid(userId)) {
        await showList(signedIn, erasures.invalidUser);
        return;
      }
      if (textField(fields, 'confirmation') !== (await emailOrId(signedIn, userId))) {
        await showConfirmation(signedIn, userId, erasures.confirmProblem);
        return;
      }
      let erasure: Erasure;
      try {
        erasure = await api.request<Erasure>({
          method: 'POST',
          path: ERASURES,
          body: { user_id: userId, confirm: userId },
        });
      } catch (error) {
        if (!(error instanceof ApiError) || ![403, 404, 409, 422].includes(error.status)) throw error;
        await showConfirmation(signedIn, userId, error.message);
        return;
      }
      await forms.setFlash(signedIn, { kind: 'notice', text: erasures.started });
      sendRedirect(response, `/workspace/erasures/${erasure.id}`);
    }),
  );

  router.get(
    '/workspace/erasures/:erasure_id',
    requireSignIn(deps, async (signedIn) => {
      const { api, locale, request, response } = signedIn;
      const path = `${ERASURES}/${uuidInPath(request, 'erasure_id')}`;
      const erasure = await api.request<Erasure>({ path });
      const name = await emailOrId(signedIn, erasure.user_id);
      if (erasure.receipt === null) response.setHeader('refresh', String(RELOAD_SECONDS));
      const title = locale.texts.workspace.erasures.detailTitle(name);
      await forms.takeFlash(signedIn);
      pages.show(signedIn, { title, current: 'workspace', body: erasurePage(locale, erasure, name) });
    }),
  );
  return router;
}

const ownEntry = ({ session }: SignedInRequest, userId: string): ListedMember => ({
  user_id: userId,
  email: session.email,
  role: 'member',
  created_at: '',
});

/** Returns the email address of a user, or the ID of a user who is no member. */
const emailOrId = async (signedIn: SignedInRequest, userId: string): Promise<string> =>
  (await findEmail(signedIn, userId)) ?? userId;
