import express from 'express';
import type { Router } from 'express';
import type { ListedMemory } from '../memories/memory-item.pages.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps } from '../sign-in/require-sign-in.ts';
import { readBrowseFilter, readCursor, toApiQuery } from './browse-filter.ts';
import { browsePage } from './browse.pages.ts';

const PAGE_SIZE = 25;

interface MemoryList {
  items: ListedMemory[];
  pagination: { total: number; total_is_exact: boolean; next_cursor: string | null };
}

/** Serves `/memories`, the list of all memories with filters by type, tag and period. */
export function browseRouter(deps: SignedInDeps & { pages: PortalPages }): Router {
  const router = express.Router();
  router.get(
    '/memories',
    requireSignIn(deps, async (signedIn) => {
      const { query } = signedIn.request;
      const filter = readBrowseFilter(query);
      const cursor = readCursor(query);
      const { items, pagination } = await signedIn.api.request<MemoryList>({
        path: '/api/v2/memories',
        query: { ...toApiQuery(filter, cursor), per_page: String(PAGE_SIZE) },
      });
      deps.pages.show(signedIn, {
        title: 'Memories',
        current: 'memories',
        body: browsePage({
          filter,
          memories: items,
          total: pagination.total,
          isTotalExact: pagination.total_is_exact,
          cursor,
          nextCursor: pagination.next_cursor,
        }),
      });
    }),
  );
  return router;
}
