import express from 'express';
import type { Router } from 'express';
import type { ApiDeps } from '../api/portal-api.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import { recentPage, resultsPage } from './search.pages.ts';
import type { FoundItem, ListedMemory } from './search.pages.ts';

const RESULTS = 20;
const MAX_QUERY_LENGTH = 4_000;

/** `/`: search, and what was stored last. */
export function searchRouter(deps: ApiDeps & { pages: PortalPages }): Router {
  const { pages, baseUrl } = deps;
  const router = express.Router();
  router.get(
    '/',
    requireSignIn(deps, async (visit) => {
      const { q } = visit.request.query;
      const query = typeof q === 'string' ? q.trim().slice(0, MAX_QUERY_LENGTH) : '';
      if (query === '') {
        const { items, pagination } = await visit.api.request<{
          items: ListedMemory[];
          pagination: { total: number };
        }>({ path: '/api/v2/memories', query: { per_page: '10' } });
        pages.show(visit, {
          title: 'Search',
          current: 'search',
          body: recentPage(items, pagination.total, baseUrl),
        });
        return;
      }
      const { items } = await visit.api.request<{ items: FoundItem[] }>({
        method: 'POST',
        path: '/api/v2/search/hybrid',
        body: { query, limit: RESULTS },
      });
      pages.show(visit, { title: `Search: ${query}`, current: 'search', body: resultsPage(query, items) });
    }),
  );
  return router;
}
