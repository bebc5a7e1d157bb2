import { html, safeReturnTo, sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import express from 'express';
import type { Request, Router } from 'express';
import { ApiError } from '../api/portal-api.ts';
import { confirmPage } from '../pages/confirm.pages.ts';
import { flashNote } from '../pages/flash-note.pages.ts';
import { pageNumber } from '../pages/list-pages.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps } from '../sign-in/require-sign-in.ts';
import { signedInForms } from '../sign-in/signed-in-forms.ts';
import { tokenClaims } from '../sign-in/token-claims.ts';
import { browserName, connectionsPage } from './connection.pages.ts';
import { CONNECTIONS_PATH, loadConnections } from './connection.ts';
import type { ConnectionKind, ListedConnection } from './connection.ts';

const GRANT_ID = /^[\w-]{1,128}$/;

/** Serves `/connections`, where users see and end the access of assistants and their own portal sessions. */
export function connectionRouter(
  deps: SignedInDeps & { pages: PortalPages; csrfTokens: CsrfTokens; authUrl: string },
): Router {
  const { pages, authUrl } = deps;
  const router = express.Router();
  const parseForm = express.urlencoded({ extended: false, limit: '4kb', parameterLimit: 10 });
  const forms = signedInForms(deps, '/connections');

  router.get(
    '/connections',
    requireSignIn(deps, async (signedIn) => {
      const { api, locale, request, session } = signedIn;
      const { role, userId, grantId } = tokenClaims(session);
      const page = String(pageNumber(request.query['page']));
      const [applications, sessions, flash] = await Promise.all([
        loadConnections(api, { kind: 'application', page }),
        loadConnections(api, { kind: 'portal', user_id: userId }),
        forms.takeFlash(signedIn),
      ]);
      const body = connectionsPage({
        texts: locale.texts,
        applications,
        sessions: sessions.items,
        isOwner: role === 'owner',
        currentGrantId: grantId,
        flash: flash === undefined ? null : flashNote(flash),
        authUrl,
      });
      pages.show(signedIn, { title: locale.texts.connections.title, current: 'connections', body });
    }),
  );

  router.get(
    '/connections/:connection_id/end',
    requireSignIn(deps, async (signedIn) => {
      const { api, locale, request } = signedIn;
      const id = grantIdOf(request);
      const { connections } = locale.texts;
      const kind: ConnectionKind = request.query['kind'] === 'portal' ? 'portal' : 'application';
      const connection = await api.request<ListedConnection>({ path: `${CONNECTIONS_PATH}/${id}` });
      const name = kind === 'portal' ? browserName(locale.texts, connection) : connection.name;
      const { title, text, confirm } = connections.ending[kind];
      const back = safeReturnTo(request.query['back']);
      const body = confirmPage({
        title: title(name),
        text,
        action: `/connections/${id}/end`,
        confirm,
        back,
        locale,
        csrf: pages.csrf(signedIn),
        fields: html`<input type="hidden" name="kind" value="${kind}" />
          <input type="hidden" name="back" value="${back}" />`,
      });
      pages.show(signedIn, { title: title(name), current: 'connections', body });
    }),
  );

  router.post(
    '/connections/:connection_id/end',
    parseForm,
    forms.handle(async (signedIn, fields) => {
      const { api, locale, request, response } = signedIn;
      const kind: ConnectionKind = fields['kind'] === 'portal' ? 'portal' : 'application';
      await api.request({ method: 'DELETE', path: `${CONNECTIONS_PATH}/${grantIdOf(request)}` });
      const text = locale.texts.connections.ending[kind].done;
      await forms.setFlash(signedIn, { kind: 'notice', text });
      sendRedirect(response, safeReturnTo(fields['back']));
    }),
  );
  return router;
}

/** @throws ApiError with status 404 if the ID in the path is malformed */
function grantIdOf(request: Request): string {
  const id = request.params['connection_id'];
  if (typeof id === 'string' && GRANT_ID.test(id)) return id;
  throw new ApiError(404, 'RES_NOT_FOUND', 'The ID of the connection is malformed.');
}
