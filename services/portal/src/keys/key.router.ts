import { isUuid } from '@loci/core';
import { sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import express from 'express';
import type { Router } from 'express';
import { confirmPage } from '../pages/confirm.pages.ts';
import { pageNumber } from '../pages/list-pages.ts';
import type { Pagination } from '../pages/list-pages.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps, SignedInRequest } from '../sign-in/require-sign-in.ts';
import { rejectionMessage, signedInForms } from '../sign-in/signed-in-forms.ts';
import { KEY_LIFETIMES, keysPage } from './key.pages.ts';
import type { ListedKey } from './key.pages.ts';

const MAX_NAME_LENGTH = 200;
const PERMISSIONS = ['read', 'write', 'delete'] as const;

/** Serves `/keys`, where users create, list and revoke API keys. */
export function keyRouter(deps: SignedInDeps & { pages: PortalPages; csrfTokens: CsrfTokens }): Router {
  const { pages } = deps;
  const router = express.Router();
  const parseForm = express.urlencoded({ extended: false, limit: '8kb', parameterLimit: 20 });

  const forms = signedInForms(deps, '/keys');

  const showKeys = async (
    signedIn: SignedInRequest,
    { problem, status = 200 }: { problem?: string; status?: number } = {},
  ) => {
    const [{ permissions }, { items: keys, pagination }, flash] = await Promise.all([
      signedIn.api.request<{ permissions: string[] }>({ path: '/api/v2/auth/verify' }),
      signedIn.api.request<{ items: ListedKey[]; pagination: Pagination }>({
        path: '/api/v2/auth/api-keys',
        query: { page: String(pageNumber(signedIn.request.query['page'])), per_page: '100' },
      }),
      forms.takeFlash(signedIn),
    ]);
    const csrf = pages.csrf(signedIn);
    pages.show(signedIn, {
      status,
      title: 'API keys',
      current: 'keys',
      body: keysPage({ keys, pagination, permissions, csrf, flash, problem, baseUrl: deps.baseUrl }),
    });
  };

  router.get(
    '/keys',
    requireSignIn(deps, (signedIn) => showKeys(signedIn)),
  );

  router.post(
    '/keys',
    parseForm,
    forms.handle(async (signedIn, fields) => {
      const name = typeof fields['name'] === 'string' ? fields['name'].trim() : '';
      const chosen = [fields['permissions']].flat();
      const permissions = PERMISSIONS.filter((permission) => chosen.includes(permission));
      if (name === '' || name.length > MAX_NAME_LENGTH) {
        const problem = `Enter a name with at most ${MAX_NAME_LENGTH} characters.`;
        await showKeys(signedIn, { problem, status: 422 });
        return;
      }
      if (permissions.length === 0) {
        await showKeys(signedIn, { problem: 'Choose at least one permission.', status: 422 });
        return;
      }
      const days = KEY_LIFETIMES.find(({ value }) => value === fields['lifetime'])?.days ?? null;
      const expiry = days === null ? {} : { expires_at: expiresIn(deps.now(), days) };
      try {
        const { api_key: apiKey } = await signedIn.api.request<{ api_key: string }>({
          method: 'POST',
          path: '/api/v2/auth/api-keys',
          body: { name, permissions, ...expiry },
        });
        await forms.setFlash(signedIn, { kind: 'key-created', name, apiKey });
      } catch (error) {
        await showKeys(signedIn, { problem: rejectionMessage(error), status: 409 });
        return;
      }
      sendRedirect(signedIn.response, '/keys');
    }),
  );

  router.get(
    '/keys/:key_id/revoke',
    requireSignIn(deps, async (signedIn) => {
      const keyId = signedIn.request.params['key_id'];
      const title = 'Revoke this API key?';
      const body = confirmPage({
        title,
        text: 'Programs that use the key lose access. A revoked key cannot be restored.',
        action: `/keys/${typeof keyId === 'string' ? encodeURIComponent(keyId) : ''}/revoke`,
        confirm: 'Revoke key',
        back: '/keys',
        csrf: pages.csrf(signedIn),
      });
      pages.show(signedIn, { title, current: 'keys', body });
      return Promise.resolve();
    }),
  );

  router.post(
    '/keys/:key_id/revoke',
    parseForm,
    forms.handle(async (signedIn) => {
      const keyId = signedIn.request.params['key_id'];
      if (typeof keyId === 'string' && isUuid(keyId)) {
        await signedIn.api.request({ method: 'DELETE', path: `/api/v2/auth/api-keys/${keyId}` });
        const text = 'The key is revoked. Its access tokens stop working within 30 seconds.';
        await forms.setFlash(signedIn, { kind: 'notice', text });
      }
      sendRedirect(signedIn.response, '/keys');
    }),
  );
  return router;
}

/** Returns the time in the given number of days as an RFC 3339 timestamp. */
const expiresIn = (now: Date, days: number): string =>
  new Date(now.getTime() + days * 86_400_000).toISOString();
