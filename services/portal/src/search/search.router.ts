import express from 'express';
import type { Router } from 'express';
import type { ListedMemory } from '../memories/memory-item.pages.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps } from '../sign-in/require-sign-in.ts';
import { MAX_RESULTS, recentPage, resultsPage } from './search.pages.ts';
import type { FoundItem } from './search.pages.ts';

const MAX_QUERY_LENGTH = 4_000;

/** Serves `/`: search, and the most recent memories. */
export function searchRouter(deps: SignedInDeps & { pages: PortalPages }): Router {
  const { pages, baseUrl } = deps;
  const router = express.Router();
  router.get(
    '/',
    requireSignIn(deps, async (signedIn) => {
      const { q } = signedIn.request.query;
      const query = typeof q === 'string' ? q.trim().slice(0, MAX_QUERY_LENGTH) : '';
      if (query === '') {
        const { items, pagination } = await signedIn.api.request<{
          items: ListedMemory[];
          pagination: { total: number };
        }>({ path: '/api/v2/memories', query: { per_page: '10' } });
        pages.show(signedIn, {
          title: 'Search',
          current: 'search',
          body: recentPage(items, pagination.total, baseUrl),
        });
        return;
      }
      const { items } = await signedIn.api.request<{ items: FoundItem[] }>({
        method: 'POST',
        path: '/api/v2/search/hybrid',
        body: { query, limit: MAX_RESULTS, explain: true },
      });
      pages.show(signedIn, { title: `Search: ${query}`, current: 'search', body: resultsPage(query, items) });
    }),
  );
  return router;
}
