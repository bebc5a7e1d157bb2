import { isUuid } from '@loci/core';
import { sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import express from 'express';
import type { Router } from 'express';
import type { PortalApi } from '../api/portal-api.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps, SignedInRequest } from '../sign-in/require-sign-in.ts';
import { signedInForms } from '../sign-in/signed-in-forms.ts';
import { keysPage } from './key.pages.ts';
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
    const [{ permissions }, keys, flash] = await Promise.all([
      signedIn.api.request<{ permissions: string[] }>({ path: '/api/v2/auth/verify' }),
      listActiveKeys(signedIn.api),
      forms.takeFlash(signedIn),
    ]);
    const csrf = pages.csrf(signedIn);
    pages.show(signedIn, {
      status,
      title: 'API keys',
      current: 'keys',
      body: keysPage({ keys, permissions, csrf, flash, problem, baseUrl: deps.baseUrl }),
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
      const { api_key: apiKey } = await signedIn.api.request<{ api_key: string }>({
        method: 'POST',
        path: '/api/v2/auth/api-keys',
        body: { name, permissions },
      });
      await forms.setFlash(signedIn, { kind: 'key-created', name, apiKey });
      sendRedirect(signedIn.response, '/keys');
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

/** Maximum number of API requests per page view. Each request returns up to 100 keys. */
const MAX_PAGES = 10;

/** Lists the keys that are not revoked, newest first. */
async function listActiveKeys(api: PortalApi): Promise<ListedKey[]> {
  const keys: ListedKey[] = [];
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { items, pagination } = await api.request<{
      items: ListedKey[];
      pagination: { has_next: boolean };
    }>({
      path: '/api/v2/auth/api-keys',
      query: { page: String(page), per_page: '100' },
    });
    keys.push(...items);
    if (!pagination.has_next) break;
  }
  return keys.filter((key) => key.revoked_at === null).reverse();
}
