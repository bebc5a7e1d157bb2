import { componentNames, MAX_AUDIT_PAGE, auditEntry } from '@loci/contracts';
import type { AuditEntry } from '@loci/contracts';
import {
  StreamReply,
  continuation,
  continueAfter,
  exportAuditQuery,
  listAuditQuery,
  route,
  takeItems,
  timeAndId,
  toAuditSelection,
} from '@loci/http';
import type { HttpLog, Route } from '@loci/http';
import { z } from 'zod';
import { exportEntries } from './export-entries.ts';
import { readAuditLog, requireOwner } from './read-audit-log.ts';
import type { ReadAuditLogDeps } from './read-audit-log.ts';

export interface AuditRouteDeps extends ReadAuditLogDeps {
  log: Pick<HttpLog, 'warn'>;
}

/** Name of this list in its cursors. */
const AUDIT_LIST = 'audit';

const auditPage = z
  .object({
    items: z.array(auditEntry).describe('Entries, newest first.'),
    ...continuation,
  })
  .register(componentNames, { name: 'AuditEntryList' });

/**
 * Operations that read the audit log of a tenant.
 *
 * @see docs/reference/audit.md
 */
export const auditRoutes = (deps: AuditRouteDeps): Route[] => [
  route({
    method: 'get',
    path: '/api/v2/audit',
    scope: 'read',
    summary: 'List changes of the tenant, newest first',
    operationId: 'listAuditEntries',
    description: 'Lists who changed what and when.',
    query: listAuditQuery,
    response: auditPage,
    errors: ['AUTH_FORBIDDEN', 'SYS_SERVICE_UNAVAILABLE'],
    example: { query: { object_type: 'memory', limit: '10' } },
    handle: async ({ caller, query, signal }) => {
      requireOwner(caller);
      const { limit, cursor } = query;
      const key = continueAfter(cursor, AUDIT_LIST, timeAndId);
      const entries: AuditEntry[] = [];
      for await (const entry of readAuditLog(deps, caller, toAuditSelection(query, new Date()), {
        after: key && { at: key[0], id: key[1] },
        atOnce: limit + 1,
        signal,
      })) {
        entries.push(entry);
        if (entries.length > limit) break;
      }
      const { items, truncated, next_cursor } = takeItems(
        entries,
        { start: cursor?.position ?? 0, limit },
        { list: AUDIT_LIST, toItem: (entry) => entry, keyOf: ({ at, id }) => [at, id] },
      );
      return { items, truncated, next_cursor };
    },
  }),
  route({
    method: 'get',
    path: '/api/v2/audit/export',
    scope: 'read',
    summary: 'Export changes of the tenant as lines of JSON, newest first',
    operationId: 'exportAuditEntries',
    description: 'Returns the audit log as newline-delimited JSON.',
    query: exportAuditQuery,
    response: null,
    responseType: 'application/x-ndjson',
    errors: ['AUTH_FORBIDDEN', 'SYS_SERVICE_UNAVAILABLE'],
    handle: async ({ caller, query, signal }) => {
      requireOwner(caller);
      const selection = toAuditSelection(query, new Date());
      const entries = readAuditLog(deps, caller, selection, { atOnce: MAX_AUDIT_PAGE, signal });
      // Errors of the first pages are sent as a response, before the headers of the export.
      const first = await entries.next();
      return new StreamReply(async (response) => {
        response.setHeader('content-type', 'application/x-ndjson');
        response.setHeader('cache-control', 'no-store');
        await exportEntries(startingWith(first, entries), response, signal).catch((error: unknown) => {
          if (!signal.aborted) {
            deps.log.warn(
              { err: error, request_id: caller.requestId },
              'Export of the audit log was interrupted',
            );
          }
          response.destroy();
        });
      });
    },
  }),
];

async function* startingWith<T>(
  first: IteratorResult<T, void>,
  rest: AsyncGenerator<T, void, undefined>,
): AsyncGenerator<T, void, undefined> {
  if (first.done === true) return;
  yield first.value;
  yield* rest;
}
