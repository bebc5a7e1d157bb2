import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import express from 'express';
import type { Router } from 'express';
import { ApiError } from '../api/portal-api.ts';
import { explainOwnersOnly } from '../pages/owners-only.pages.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { MEMBERS_PATH, loadPage } from '../people/member.ts';
import type { ListedMember } from '../people/member.ts';
import { loadUserNames } from '../people/user-names.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps, SignedInRequest } from '../sign-in/require-sign-in.ts';
import { readAuditFilter, toAuditQuery } from './audit-filter.ts';
import { auditPage } from './audit.pages.ts';
import type { AuditEntry } from './audit.pages.ts';

/** Maximum duration of an export. */
const EXPORT_TIMEOUT_MS = 15 * 60_000;

interface AuditList {
  items: AuditEntry[];
  next_cursor: string | null;
}

/** Serves `/audit`, where owners read the audit log, and `/audit/export`, which downloads it. */
export function auditRouter(deps: SignedInDeps & { pages: PortalPages }): Router {
  const { pages } = deps;
  const router = express.Router();
  const ownerPage = (handle: (signedIn: SignedInRequest) => Promise<void>) =>
    requireSignIn(deps, explainOwnersOnly(pages, 'audit', handle));

  router.get(
    '/audit',
    ownerPage(async (signedIn) => {
      const { api, locale, request } = signedIn;
      const filter = readAuditFilter(request.query);
      const { cursor } = request.query;
      const query = {
        ...toAuditQuery(filter),
        limit: '50',
        ...(typeof cursor === 'string' ? { cursor } : {}),
      };
      const [members, list] = await Promise.all([
        loadPage<ListedMember>(api, MEMBERS_PATH, {}),
        loadEntries(api.request<AuditList>({ path: '/api/v2/audit', query })),
      ]);
      const nameOf = await loadUserNames(
        signedIn,
        list.items.map((entry) => entry.user_id),
      );
      const body = auditPage({
        texts: locale.texts,
        entries: list.items,
        nextCursor: list.next_cursor,
        isFirstPage: typeof cursor !== 'string',
        filter,
        members: members.items,
        nameOf,
        problem: list.problem,
      });
      const status = list.problem === undefined ? 200 : 422;
      pages.show(signedIn, { status, title: locale.texts.audit.title, current: 'audit', body });
    }),
  );

  router.get(
    '/audit/export',
    ownerPage(async ({ api, request, response }) => {
      const download = await api.fetch({
        path: '/api/v2/audit/export',
        query: toAuditQuery(readAuditFilter(request.query)),
        timeoutMs: EXPORT_TIMEOUT_MS,
      });
      response.setHeader('content-type', 'application/x-ndjson; charset=utf-8');
      response.setHeader('content-disposition', 'attachment; filename="audit.ndjson"');
      response.setHeader('x-content-type-options', 'nosniff');
      response.setHeader('cache-control', 'no-store');
      // An interrupted export lacks its last line, so an error after the first bytes needs no other sign.
      await pipeline(Readable.fromWeb(download.body as ReadableStream), response).catch(() =>
        response.destroy(),
      );
    }),
  );
  return router;
}

/** Awaits a list. Returns an empty list with the message of the API if it rejects the filter. */
async function loadEntries(request: Promise<AuditList>): Promise<AuditList & { problem?: string }> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error;
    return { items: [], next_cursor: null, problem: error.message };
  }
}
