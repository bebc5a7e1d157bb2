import { RELATIONSHIP_TYPES } from '@loci/contracts';
import { isUuid } from '@loci/core';
import { sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import express from 'express';
import type { Router } from 'express';
import { ApiError } from '../api/portal-api.ts';
import { readCursor } from '../browse/browse-filter.ts';
import { findDocumentPath } from '../documents/load-document.ts';
import { loadClientNames } from '../people/client-names.ts';
import { loadUserNames } from '../people/user-names.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { excerpt } from '../pages/excerpt.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps } from '../sign-in/require-sign-in.ts';
import { signedInForms } from '../sign-in/signed-in-forms.ts';
import { loadMemory } from './load-memory.ts';
import type { MemoryPositions } from './load-memory.ts';
import { memoryPage } from './memory.pages.ts';

/** Serves `/memories/:id`, the target of all citations. Redirects the id of a document or document chunk to its page. */
export function memoryRouter(deps: SignedInDeps & { pages: PortalPages; csrfTokens: CsrfTokens }): Router {
  const router = express.Router();
  const forms = signedInForms(deps, '/');
  router.get(
    '/memories/:id',
    requireSignIn(deps, async (signedIn) => {
      const { id } = signedIn.request.params;
      if (typeof id !== 'string' || !isUuid(id)) throw notFound();
      const positions = readPositions(signedIn.request.query);
      const identity = await signedIn.api.request<{ role: string; permissions: string[] }>({
        path: '/api/v2/auth/verify',
      });
      const { permissions } = identity;
      const view = await loadMemory(signedIn.api, id.toLowerCase(), {
        positions,
        isOwner: identity.role === 'owner',
      });
      if (view !== null) {
        const readers = view.readers?.items ?? [];
        const users = [
          view.memory.user_id,
          ...view.revisions.map((revision) => revision.recorded_by),
          ...readers.map((reader) => reader.user_id),
        ];
        const [flash, nameOf, clientNameOf] = await Promise.all([
          forms.takeFlash(signedIn),
          loadUserNames(signedIn, users),
          loadClientNames(signedIn.api, signedIn.locale.texts, readers),
        ]);
        deps.pages.show(signedIn, {
          title: excerpt(view.memory.content, 60),
          current: 'memories',
          islands: ['edit-memory', 'add-relationship'],
          body: memoryPage(view, {
            positions,
            canWrite: permissions.includes('write'),
            canDelete: permissions.includes('delete'),
            nameOf,
            clientNameOf,
            csrf: deps.pages.csrf(signedIn),
            flash,
            locale: signedIn.locale,
          }),
        });
        return;
      }
      const path = await findDocumentPath(signedIn.api, id.toLowerCase());
      if (path === null) throw notFound();
      sendRedirect(
        signedIn.response,
        path + new URL(signedIn.request.originalUrl, 'http://localhost').search,
      );
    }),
  );
  return router;
}

const readPositions = (query: Record<string, unknown>): MemoryPositions => ({
  relationships: readCursor(query, 'relationships'),
  relationshipType: RELATIONSHIP_TYPES.find((type) => type === query['type']) ?? null,
  history: readCursor(query, 'history'),
});

const notFound = (): ApiError =>
  new ApiError(404, 'RES_NOT_FOUND', 'No memory, document or document passage has this id.');
