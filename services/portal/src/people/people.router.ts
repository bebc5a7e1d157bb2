import { sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import express from 'express';
import type { Router } from 'express';
import { loadConnections } from '../connections/connection.ts';
import { confirmPage } from '../pages/confirm.pages.ts';
import { flashNote } from '../pages/flash-note.pages.ts';
import { pageNumber } from '../pages/list-pages.ts';
import { explainOwnersOnly } from '../pages/owners-only.pages.ts';
import { uuidInPath } from '../pages/path-ids.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps, SignedInRequest } from '../sign-in/require-sign-in.ts';
import { rejectionMessage, signedInForms, textField } from '../sign-in/signed-in-forms.ts';
import type { FormFields } from '../sign-in/signed-in-forms.ts';
import { tokenClaims } from '../sign-in/token-claims.ts';
import { MEMBERS_PATH, loadMember, loadPage, memberName } from './member.ts';
import type { ListedMember } from './member.ts';
import { ROLES, accessPage, keepKeysField, peoplePage } from './people.pages.ts';
import type { ListedInvitation } from './people.pages.ts';

const INVITATIONS = '/api/v2/auth/invitations';

/** Serves `/people`, where owners invite, change and remove the members of their workspace, and see their access. */
export function peopleRouter(deps: SignedInDeps & { pages: PortalPages; csrfTokens: CsrfTokens }): Router {
  const { pages } = deps;
  const router = express.Router();
  const parseForm = express.urlencoded({ extended: false, limit: '8kb', parameterLimit: 20 });
  const forms = signedInForms(deps, '/people');

  type Handle = (signedIn: SignedInRequest) => Promise<void>;
  const ownerPage = (handle: Handle) => requireSignIn(deps, explainOwnersOnly(pages, 'people', handle));
  const ownerForm = (handle: (signedIn: SignedInRequest, fields: FormFields) => Promise<void>) =>
    forms.handle(explainOwnersOnly(pages, 'people', handle));

  const showPeople = async (
    signedIn: SignedInRequest,
    { problem, status = 200 }: { problem?: string; status?: number } = {},
  ): Promise<void> => {
    const { api, session, locale } = signedIn;
    const page = String(pageNumber(signedIn.request.query['page']));
    const [members, invitations] = await Promise.all([
      loadPage<ListedMember>(api, MEMBERS_PATH, { page }),
      loadPage<ListedInvitation>(api, INVITATIONS, {}),
    ]);
    const flash = await forms.takeFlash(signedIn);
    const body = peoplePage({
      texts: locale.texts,
      members,
      invitations,
      userId: tokenClaims(session).userId,
      csrf: pages.csrf(signedIn),
      flash,
      problem,
    });
    pages.show(signedIn, { status, title: locale.texts.people.title, current: 'people', body });
  };

  /** Runs a change. Shows the list with the message of the API if the change is rejected. */
  const change = async (signedIn: SignedInRequest, text: string, run: () => Promise<unknown>) => {
    try {
      await run();
    } catch (error) {
      await showPeople(signedIn, { problem: rejectionMessage(error, signedIn.locale.texts), status: 409 });
      return;
    }
    await forms.setFlash(signedIn, { kind: 'notice', text });
    sendRedirect(signedIn.response, '/people');
  };

  const confirm = (action: 'remove' | 'revoke-access') =>
    ownerPage(async (signedIn) => {
      const id = uuidInPath(signedIn.request, 'user_id');
      const { texts } = signedIn.locale;
      const name = memberName(texts, await loadMember(signedIn.api, id));
      const isRemoval = action === 'remove';
      const {
        title: titleOf,
        text,
        confirm: label,
      } = texts.people[isRemoval ? 'removal' : 'signOutEverywhere'];
      const title = titleOf(name);
      const body = confirmPage({
        title,
        text,
        action: `/people/${id}/${action}`,
        confirm: label,
        back: '/people',
        locale: signedIn.locale,
        csrf: pages.csrf(signedIn),
        ...(isRemoval ? {} : { fields: keepKeysField(texts) }),
      });
      pages.show(signedIn, { title, current: 'people', body });
    });

  router.get(
    '/people',
    ownerPage((signedIn) => showPeople(signedIn)),
  );
  // The address of the page in earlier versions.
  router.get('/members', (_request, response) => sendRedirect(response, '/people', 302));
  router.get('/people/:user_id/remove', confirm('remove'));
  router.get('/people/:user_id/revoke-access', confirm('revoke-access'));

  router.get(
    '/people/:user_id',
    ownerPage(async (signedIn) => {
      const userId = uuidInPath(signedIn.request, 'user_id');
      const { api, locale, session } = signedIn;
      const { texts } = locale;
      const [member, applications, sessions, flash] = await Promise.all([
        loadMember(api, userId),
        loadConnections(api, { kind: 'application', user_id: userId }),
        loadConnections(api, { kind: 'portal', user_id: userId }),
        forms.takeFlash(signedIn),
      ]);
      const name = memberName(texts, member);
      const body = accessPage({
        texts,
        userId,
        name,
        applications: applications.items,
        sessions: sessions.items,
        currentGrantId: tokenClaims(session).grantId,
        flash: flash === undefined ? null : flashNote(flash),
      });
      pages.show(signedIn, { title: texts.people.access.title(name), current: 'people', body });
    }),
  );

  router.post(
    '/people/:user_id/role',
    parseForm,
    ownerForm(async (signedIn, fields) => {
      const path = `${MEMBERS_PATH}/${uuidInPath(signedIn.request, 'user_id')}`;
      const role = textField(fields, 'role');
      await change(signedIn, signedIn.locale.texts.people.roleChanged, () =>
        signedIn.api.request({ method: 'PATCH', path, body: { role } }),
      );
    }),
  );

  router.post(
    '/people/:user_id/remove',
    parseForm,
    ownerForm(async (signedIn) => {
      const path = `${MEMBERS_PATH}/${uuidInPath(signedIn.request, 'user_id')}`;
      await change(signedIn, signedIn.locale.texts.people.removal.done, () =>
        signedIn.api.request({ method: 'DELETE', path }),
      );
    }),
  );

  router.post(
    '/people/:user_id/revoke-access',
    parseForm,
    ownerForm(async (signedIn, fields) => {
      const path = `${MEMBERS_PATH}/${uuidInPath(signedIn.request, 'user_id')}/revoke-access`;
      const body = { keep_api_keys: textField(fields, 'keep_keys') === 'yes' };
      await change(signedIn, signedIn.locale.texts.people.signOutEverywhere.done, () =>
        signedIn.api.request({ method: 'POST', path, body }),
      );
    }),
  );

  router.post(
    '/people/invite',
    parseForm,
    ownerForm(async (signedIn, fields) => {
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
        const { texts } = signedIn.locale;
        const problem = rejectionMessage(error, texts, { email: texts.people.invite.email });
        await showPeople(signedIn, { problem, status: 422 });
        return;
      }
      sendRedirect(signedIn.response, '/people');
    }),
  );

  router.post(
    '/people/invitations/:invitation_id/withdraw',
    parseForm,
    ownerForm(async (signedIn) => {
      const path = `${INVITATIONS}/${uuidInPath(signedIn.request, 'invitation_id')}`;
      await change(signedIn, signedIn.locale.texts.people.invitation.withdrawn, () =>
        signedIn.api.request({ method: 'DELETE', path }),
      );
    }),
  );
  return router;
}
