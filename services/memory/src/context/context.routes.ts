import {
  openContradictionsRequest,
  openContradictionsResponse,
  pinnedMemoriesRequest,
  pinnedMemoriesResponse,
} from '@loci/contracts';
import { route } from '@loci/http';
import type { Route } from '@loci/http';
import type { InTransaction } from '@loci/postgres';
import type { ContextRepository } from './context.repository.ts';

export interface ContextDeps {
  inTransaction: InTransaction;
  context: ContextRepository;
  now(): Date;
}

/** Internal operations that read the parts of a context. */
export const contextRoutes = ({ inTransaction, context, now }: ContextDeps): Route[] => [
  route({
    method: 'post',
    path: '/internal/memory/pinned',
    scope: 'internal',
    summary: 'List pinned memories',
    body: pinnedMemoriesRequest,
    response: pinnedMemoriesResponse,
    handle: ({ body: { tenant_id: tenantId, limit } }) =>
      inTransaction(tenantId, (tx) => context.listPinned(tx, tenantId, limit, now())),
  }),
  route({
    method: 'post',
    path: '/internal/memory/open-contradictions',
    scope: 'internal',
    summary: 'List the unresolved contradictions of memories',
    body: openContradictionsRequest,
    response: openContradictionsResponse,
    handle: ({ body: { tenant_id: tenantId, ids } }) =>
      inTransaction(tenantId, async (tx) => ({
        items: await context.listOpenContradictions(tx, tenantId, ids, now()),
      })),
  }),
];
