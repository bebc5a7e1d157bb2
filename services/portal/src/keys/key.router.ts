import { sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import express from 'express';
import type { Router } from 'express';
import { ApiError } from '../api/portal-api.ts';
import { confirmPage } from '../pages/confirm.pages.ts';
import { pageNumber } from '../pages/list-pages.ts';
import { uuidInPath } from '../pages/path-ids.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { loadPage } from '../people/member.ts';
import { loadUserNames } from '../people/user-names.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps, SignedInRequest } from '../sign-in/require-sign-in.ts';
import { rejectionMessage, signedInForms, textField } from '../sign-in/signed-in-forms.ts';
import { KEY_LIFETIMES, keysPage } from './key.pages.ts';
import type { KeysPage } from './key.pages.ts';
import { KEYS_PATH } from './key.ts';
import type { ListedKey } from './key.ts';

const MAX_NAME_LENGTH = 200;
const PERMISSIONS = ['read', 'write', 'delete'] as const;

/** A rejected form. */
interface Rejection {
  problem: string;
  status: number;
  entered: NonNullable<KeysPage['entered']>;
}

/** Serves `/keys`, where users create, list and revoke API keys. */
export function keyRouter(deps: SignedInDeps & { pages: PortalPages; csrfTokens: CsrfTokens }): Router {
  const { pages } = deps;
  const router = express.Router();
  const parseForm = express.urlencoded({ extended: false, limit: '8kb', parameterLimit: 20 });

  const forms = signedInForms(deps, '/keys');

  const showKeys = async (signedIn: SignedInRequest, rejection?: Rejection) => {
    const { api, locale, request } = signedIn;
    const page = String(pageNumber(request.query['page']));
    const [{ permissions, role }, keys, flash] = await Promise.all([
      api.request<{ permissions: string[]; role: string }>({ path: '/api/v2/auth/verify' }),
      loadPage<ListedKey>(api, KEYS_PATH, { page }),
      forms.takeFlash(signedIn),
    ]);
    const nameOf = await loadUserNames(
      signedIn,
      keys.items.map((key) => key.user_id),
    );
    const body = keysPage({
      texts: locale.texts,
      keys,
      nameOf,
      isOwner: role === 'owner',
      permissions,
      csrf: pages.csrf(signedIn),
      flash,
      problem: rejection?.problem,
      entered: rejection?.entered,
      baseUrl: deps.baseUrl,
    });
    const { title } = locale.texts.keys;
    pages.show(signedIn, { status: rejection?.status ?? 200, title, current: 'keys', body });
  };

  router.get(
    '/keys',
    requireSignIn(deps, (signedIn) => showKeys(signedIn)),
  );

  router.post(
    '/keys',
    parseForm,
    forms.handle(async (signedIn, fields) => {
      const { create } = signedIn.locale.texts.keys;
      const name = textField(fields, 'name');
      const chosen = [fields['permissions']].flat();
      const permissions = PERMISSIONS.filter((permission) => chosen.includes(permission));
      const lifetime = textField(fields, 'lifetime');
      const reject = (problem: string, status: number): Promise<void> =>
        showKeys(signedIn, { problem, status, entered: { name, permissions, lifetime } });
      if (name === '' || name.length > MAX_NAME_LENGTH) {
        await reject(create.invalidName(MAX_NAME_LENGTH), 422);
        return;
      }
      if (permissions.length === 0) {
        await reject(create.noPermission, 422);
        return;
      }
      const days = KEY_LIFETIMES.find(({ value }) => value === lifetime)?.days ?? null;
      const expiry = days === null ? {} : { expires_at: expiresIn(deps.now(), days) };
      try {
        const { api_key: apiKey } = await signedIn.api.request<{ api_key: string }>({
          method: 'POST',
          path: KEYS_PATH,
          body: { name, permissions, ...expiry },
        });
        await forms.setFlash(signedIn, { kind: 'key-created', name, apiKey });
      } catch (error) {
        const isDuplicate = error instanceof ApiError && error.status === 409;
        await reject(
          isDuplicate ? create.duplicate(name) : rejectionMessage(error, signedIn.locale.texts),
          409,
        );
        return;
      }
      sendRedirect(signedIn.response, '/keys');
    }),
  );

  router.get(
    '/keys/:key_id/revoke',
    requireSignIn(deps, async (signedIn) => {
      const keyId = uuidInPath(signedIn.request, 'key_id');
      const { keys } = signedIn.locale.texts;
      const { name } = await signedIn.api.request<ListedKey>({ path: `${KEYS_PATH}/${keyId}` });
      const title = keys.revocation.title(name);
      const body = confirmPage({
        title,
        text: keys.revocation.text,
        action: `/keys/${keyId}/revoke`,
        confirm: keys.revocation.confirm,
        back: '/keys',
        locale: signedIn.locale,
        csrf: pages.csrf(signedIn),
      });
      pages.show(signedIn, { title, current: 'keys', body });
    }),
  );

  router.post(
    '/keys/:key_id/revoke',
    parseForm,
    forms.handle(async (signedIn) => {
      const keyId = uuidInPath(signedIn.request, 'key_id');
      await signedIn.api.request({ method: 'DELETE', path: `${KEYS_PATH}/${keyId}` });
      const text = signedIn.locale.texts.keys.revocation.done;
      await forms.setFlash(signedIn, { kind: 'notice', text });
      sendRedirect(signedIn.response, '/keys');
    }),
  );
  return router;
}

/** Returns the time in the given number of days as an RFC 3339 timestamp. */
const expiresIn = (now: Date, days: number): string =>
  new Date(now.getTime() + days * 86_400_000).toISOString();
