import type { CsrfTokens } from '@loci/pages';
import express from 'express';
import type { Router } from 'express';
import type { ListedMemory } from '../memories/memory-item.pages.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps } from '../sign-in/require-sign-in.ts';
import { signedInForms } from '../sign-in/signed-in-forms.ts';
import { isDate, readBrowseFilter, readCursor, toApiQuery } from './browse-filter.ts';
import { browsePage } from './browse.pages.ts';
import { daysPage, tagsPage, typesPage } from './overview.pages.ts';
import type { DailyCounts, TagsView } from './overview.pages.ts';

const PAGE_SIZE = 25;
const TAGS_PER_PAGE = 100;

interface MemoryList {
  items: ListedMemory[];
  pagination: { total: number; total_is_exact: boolean; next_cursor: string | null };
}

/** Serves `/memories`, the list of all memories with filters, and the memories by day, tag and type. */
export function browseRouter(deps: SignedInDeps & { pages: PortalPages; csrfTokens: CsrfTokens }): Router {
  const forms = signedInForms(deps, '/memories');
  const { pages, now } = deps;
  const router = express.Router();
  router.get(
    '/memories',
    requireSignIn(deps, async (signedIn) => {
      const { query } = signedIn.request;
      const { texts } = signedIn.locale;
      const filter = readBrowseFilter(query);
      const cursor = readCursor(query);
      const [{ items, pagination }, { permissions }] = await Promise.all([
        signedIn.api.request<MemoryList>({
          path: '/api/v2/memories',
          query: { ...toApiQuery(filter, cursor), per_page: String(PAGE_SIZE) },
        }),
        signedIn.api.request<{ permissions: string[] }>({ path: '/api/v2/auth/verify' }),
      ]);
      const page = {
        filter,
        memories: items,
        total: pagination.total,
        isTotalExact: pagination.total_is_exact,
        cursor,
        nextCursor: pagination.next_cursor,
        canWrite: permissions.includes('write'),
        flash: await forms.takeFlash(signedIn),
      };
      pages.show(signedIn, {
        title: texts.browse.title,
        current: 'memories',
        islands: ['browse'],
        body: browsePage(page, signedIn.locale),
      });
    }),
  );
  router.get(
    '/memories/days',
    requireSignIn(deps, async (signedIn) => {
      const { end } = signedIn.request.query;
      const counts = await signedIn.api.request<DailyCounts>({
        path: '/api/v2/memories/counts/daily',
        query: typeof end === 'string' && isDate(end) ? { last_day: end } : {},
      });
      const { locale } = signedIn;
      const body = daysPage(counts, { today: now().toISOString().slice(0, 10), locale });
      pages.show(signedIn, { title: locale.texts.browse.days.title, current: 'memories', body });
    }),
  );
  router.get(
    '/memories/tags',
    requireSignIn(deps, async (signedIn) => {
      const cursor = readCursor(signedIn.request.query);
      const [{ items, total, next_cursor: nextCursor }, { permissions }, flash] = await Promise.all([
        signedIn.api.request<{ items: TagsView['tags']; total: number; next_cursor: string | null }>({
          path: '/api/v2/tags',
          query: { per_page: String(TAGS_PER_PAGE), ...(cursor !== null && { cursor }) },
        }),
        signedIn.api.request<{ permissions: string[] }>({ path: '/api/v2/auth/verify' }),
        forms.takeFlash(signedIn),
      ]);
      const canWrite = permissions.includes('write');
      const body = tagsPage({ tags: items, total, nextCursor, canWrite, flash }, signedIn.locale);
      pages.show(signedIn, { title: signedIn.locale.texts.browse.tags.title, current: 'memories', body });
    }),
  );
  router.get(
    '/memories/types',
    requireSignIn(deps, async (signedIn) => {
      const { memory_type_distribution: counts } = await signedIn.api.request<{
        memory_type_distribution: Record<string, number>;
      }>({ path: '/api/v2/analysis/insights' });
      const body = typesPage(counts, signedIn.locale);
      pages.show(signedIn, { title: signedIn.locale.texts.browse.types.title, current: 'memories', body });
    }),
  );
  return router;
}
