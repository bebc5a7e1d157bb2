import { isUuid } from '@loci/core';
import { sendPage, sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import express from 'express';
import type { Router } from 'express';
import type { ApiDeps, PortalApi } from '../api/portal-api.ts';
import { formExpiredPage } from '../pages/message.pages.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import type { Flash } from '../sessions/session.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInRequest } from '../sign-in/require-sign-in.ts';
import { keysPage } from './key.pages.ts';
import type { ListedKey } from './key.pages.ts';

const MAX_NAME_LENGTH = 200;
const PERMISSIONS = ['read', 'write', 'delete'] as const;

/** `/keys`: make, list and revoke API keys. */
export function keyRouter(deps: ApiDeps & { pages: PortalPages; forms: CsrfTokens }): Router {
  const { sessions, pages, forms } = deps;
  const router = express.Router();
  const form = express.urlencoded({ extended: false, limit: '8kb', parameterLimit: 20 });

  const flash = (visit: SignedInRequest, message: Flash): Promise<unknown> =>
    sessions.change(visit.sessionId, (current) =>
      Promise.resolve(current.kind === 'person' ? { ...current, flash: message } : current),
    );

  /** What the page before left to be shown; it is shown once. */
  async function takeFlash(visit: SignedInRequest): Promise<Flash | undefined> {
    if (visit.session.flash === undefined) return undefined;
    let taken: Flash | undefined;
    await sessions.change(visit.sessionId, (current) => {
      if (current.kind !== 'person') return Promise.resolve(current);
      const { flash: message, ...rest } = current;
      taken = message;
      return Promise.resolve(rest);
    });
    return taken;
  }

  const guarded = (handle: (visit: SignedInRequest, fields: Record<string, unknown>) => Promise<void>) =>
    requireSignIn(deps, async (visit) => {
      const fields = (visit.request.body ?? {}) as Record<string, unknown>;
      if (forms.isValid(visit.request, fields['csrf'])) await handle(visit, fields);
      else sendPage(visit.response, 403, formExpiredPage('/keys'));
    });

  const show = async (
    visit: SignedInRequest,
    { problem, status = 200 }: { problem?: string; status?: number } = {},
  ) => {
    const [{ permissions }, keys, message] = await Promise.all([
      visit.api.request<{ permissions: string[] }>({ path: '/api/v2/auth/verify' }),
      allKeys(visit.api),
      takeFlash(visit),
    ]);
    pages.show(visit, {
      status,
      title: 'Keys',
      current: 'keys',
      body: keysPage({ keys, permissions, csrf: pages.csrf(visit), message, problem, baseUrl: deps.baseUrl }),
    });
  };

  router.get(
    '/keys',
    requireSignIn(deps, (visit) => show(visit)),
  );

  router.post(
    '/keys',
    form,
    guarded(async (visit, fields) => {
      const name = typeof fields['name'] === 'string' ? fields['name'].trim() : '';
      const chosen = [fields['permissions']].flat();
      const permissions = PERMISSIONS.filter((permission) => chosen.includes(permission));
      if (name === '' || name.length > MAX_NAME_LENGTH) {
        await show(visit, { problem: 'Give the key a name, of 200 characters at most.', status: 422 });
        return;
      }
      if (permissions.length === 0) {
        await show(visit, { problem: 'Choose what the key may do.', status: 422 });
        return;
      }
      const { api_key: text } = await visit.api.request<{ api_key: string }>({
        method: 'POST',
        path: '/api/v2/auth/api-keys',
        body: { name, permissions },
      });
      await flash(visit, { kind: 'key-made', name, text });
      sendRedirect(visit.response, '/keys');
    }),
  );

  router.post(
    '/keys/:key_id/revoke',
    form,
    guarded(async (visit) => {
      const keyId = visit.request.params['key_id'];
      if (typeof keyId === 'string' && isUuid(keyId)) {
        await visit.api.request({ method: 'DELETE', path: `/api/v2/auth/api-keys/${keyId}` });
        await flash(visit, { kind: 'notice', text: 'The key is revoked. Its tokens end within 30 seconds.' });
      }
      sendRedirect(visit.response, '/keys');
    }),
  );
  return router;
}

const MAX_PAGES = 10;

/** Those that work, newest first. */
async function allKeys(api: PortalApi): Promise<ListedKey[]> {
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
