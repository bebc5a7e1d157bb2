import { isUuid } from '@loci/core';
import { sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import express from 'express';
import type { Request, Router } from 'express';
import { ApiError } from '../api/portal-api.ts';
import type { PortalApi } from '../api/portal-api.ts';
import { confirmPage } from '../pages/confirm.pages.ts';
import { pageNumber } from '../pages/list-pages.ts';
import type { Pagination } from '../pages/list-pages.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps, SignedInRequest } from '../sign-in/require-sign-in.ts';
import { rejectionMessage, signedInForms, textField } from '../sign-in/signed-in-forms.ts';
import { ROLES, keepKeysField, membersPage } from './member.pages.ts';
import type { ListedInvitation, ListedMember } from './member.pages.ts';

const MEMBERS = '/api/v2/auth/members';
const INVITATIONS = '/api/v2/auth/invitations';
const PER_PAGE = '100';

/** Serves `/members`, where owners invite, change and remove the members of their workspace. */
export function memberRouter(deps: SignedInDeps & { pages: PortalPages; csrfTokens: CsrfTokens }): Router {
  const { pages } = deps;
  const router = express.Router();
  const parseForm = express.urlencoded({ extended: false, limit: '8kb', parameterLimit: 20 });
  const forms = signedInForms(deps, '/members');

  const showMembers = async (
    signedIn: SignedInRequest,
    { problem, status = 200 }: { problem?: string; status?: number } = {},
  ): Promise<void> => {
    const { api } = signedIn;
    const page = String(pageNumber(signedIn.request.query['page']));
    const [members, invitations] = await Promise.all([
      list<ListedMember>(api, MEMBERS, page),
      list<ListedInvitation>(api, INVITATIONS, '1'),
    ]);
    const flash = await forms.takeFlash(signedIn);
    const csrf = pages.csrf(signedIn);
    const body = membersPage({ members, invitations, csrf, flash, problem });
    pages.show(signedIn, { status, title: 'Members', current: 'people', body });
  };

  /** Runs a change. Shows the list with the message of the API if the change is rejected. */
  const change = async (signedIn: SignedInRequest, text: string, run: () => Promise<unknown>) => {
    try {
      await run();
    } catch (error) {
      await showMembers(signedIn, { problem: rejectionMessage(error), status: 409 });
      return;
    }
    await forms.setFlash(signedIn, { kind: 'notice', text });
    sendRedirect(signedIn.response, '/members');
  };

  const confirm = (action: 'remove' | 'revoke-access') =>
    requireSignIn(deps, async (signedIn) => {
      const id = idOf(signedIn.request, 'user_id');
      const isRemoval = action === 'remove';
      const title = isRemoval ? 'Remove this member?' : 'Sign out this member?';
      const body = confirmPage({
        title,
        text: isRemoval
          ? 'The member loses access to this workspace. The API keys and connected applications of the member stop working. Stored memories remain.'
          : 'The member is signed out of this workspace in the portal, and connected applications must be connected again.',
        action: `/members/${id}/${action}`,
        confirm: isRemoval ? 'Remove member' : 'Sign out member',
        back: '/members',
        csrf: pages.csrf(signedIn),
        ...(isRemoval ? {} : { fields: keepKeysField }),
      });
      pages.show(signedIn, { title, current: 'people', body });
      return Promise.resolve();
    });

  router.get(
    '/members',
    requireSignIn(deps, (signedIn) => showMembers(signedIn)),
  );
  router.get('/members/:user_id/remove', confirm('remove'));
  router.get('/members/:user_id/revoke-access', confirm('revoke-access'));

  router.post(
    '/members/:user_id/role',
    parseForm,
    forms.handle(async (signedIn, fields) => {
      const path = `${MEMBERS}/${idOf(signedIn.request, 'user_id')}`;
      const role = textField(fields, 'role');
      await change(signedIn, 'The role is changed.', () =>
        signedIn.api.request({ method: 'PATCH', path, body: { role } }),
      );
    }),
  );

  router.post(
    '/members/:user_id/remove',
    parseForm,
    forms.handle(async (signedIn) => {
      const path = `${MEMBERS}/${idOf(signedIn.request, 'user_id')}`;
      await change(signedIn, 'The member is removed. Access tokens stop working within 30 seconds.', () =>
        signedIn.api.request({ method: 'DELETE', path }),
      );
    }),
  );

  router.post(
    '/members/:user_id/revoke-access',
    parseForm,
    forms.handle(async (signedIn, fields) => {
      const path = `${MEMBERS}/${idOf(signedIn.request, 'user_id')}/revoke-access`;
      const body = { keep_api_keys: textField(fields, 'keep_keys') === 'yes' };
      await change(signedIn, 'The member is signed out. Access tokens stop working within 30 seconds.', () =>
        signedIn.api.request({ method: 'POST', path, body }),
      );
    }),
  );

  router.post(
    '/members/invite',
    parseForm,
    forms.handle(async (signedIn, fields) => {
      const email = textField(fields, 'email');
      const role = ROLES.find((one) => one === fields['role']) ?? 'member';
      try {
        const { invitation_url: url } = await signedIn.api.request<{ invitation_url: string }>({
          method: 'POST',
          path: INVITATIONS,
          body: { role, ...(email === '' ? {} : { email }) },
        });
        await forms.setFlash(signedIn, { kind: 'invitation-created', url });
      } catch (error) {
        await showMembers(signedIn, { problem: rejectionMessage(error), status: 422 });
        return;
      }
      sendRedirect(signedIn.response, '/members');
    }),
  );

  router.post(
    '/members/invitations/:invitation_id/withdraw',
    parseForm,
    forms.handle(async (signedIn) => {
      const path = `${INVITATIONS}/${idOf(signedIn.request, 'invitation_id')}`;
      await change(signedIn, 'The invitation is withdrawn.', () =>
        signedIn.api.request({ method: 'DELETE', path }),
      );
    }),
  );
  return router;
}

const list = <T>(
  api: PortalApi,
  path: string,
  page: string,
): Promise<{ items: T[]; pagination: Pagination }> =>
  api.request({ path, query: { page, per_page: PER_PAGE } });

/** Returns an id in the path of a request. @throws ApiError with status 404 if it is malformed */
function idOf(request: Request, name: string): string {
  const id = request.params[name];
  if (typeof id === 'string' && isUuid(id)) return id;
  throw new ApiError(404, 'RES_NOT_FOUND', 'The ID in the URL is not a UUID.');
}
