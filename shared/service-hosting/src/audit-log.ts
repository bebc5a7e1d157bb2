import { AUDIT_LIST_ROUTE, auditListRequest, auditListResponse } from '@loci/contracts';
import { route } from '@loci/http';
import type { Route } from '@loci/http';
import { dropAuditPartitions, listAudit, prepareAuditPartitions } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import type { Metrics } from '@loci/runtime';
import type { Job } from './job.ts';

/** Settings of the audit log of a service, from its configuration. */
export interface AuditLogSettings {
  /** Days after which entries may be deleted. 0 keeps all entries. */
  retentionDays: number;
  metrics: Pick<Metrics, 'auditMisplacedEntries'>;
}

const INTERVAL_MS = 3_600_000;
const INITIAL_DELAY_MS = 30_000;
const DAY_MS = 86_400_000;

/**
 * Internal operation that lists the audit entries of a tenant in a service. The gateway merges the lists of all services.
 *
 * @see docs/reference/audit.md
 */
export const auditRoutes = ({ database }: { database: Pick<Database, 'inTransaction'> }): Route[] => [
  route({
    method: 'post',
    path: AUDIT_LIST_ROUTE,
    scope: 'internal',
    summary: 'List the audit entries of a tenant, newest first',
    body: auditListRequest,
    response: auditListResponse,
    handle: async ({ body: { tenant_id: tenantId, ...query } }) => ({
      items: await database.inTransaction(tenantId, (tx) => listAudit(tx, { tenantId, ...query })),
    }),
  }),
];

/**
 * Job that creates the partitions of the next months and drops the months whose entries are older than the retention.
 * Without settings, all entries are kept.
 */
export const maintainAuditLogJob = (
  schema: string,
  database: Pick<Database, 'inSystemTransaction'>,
  settings: AuditLogSettings | undefined,
  now: () => Date,
): Job => ({
  name: 'maintain-audit-log',
  initialDelayMs: INITIAL_DELAY_MS,
  intervalMs: INTERVAL_MS,
  run: async (_signal, log) => {
    const moved = await prepareAuditPartitions(database);
    settings?.metrics.auditMisplacedEntries.set({ schema }, moved);
    if (moved > 0)
      log?.warn({ schema, entries: moved }, 'Audit entries had no partition and were moved to their month');
    if (settings === undefined || settings.retentionDays === 0) return;
    await dropAuditPartitions(database, new Date(now().getTime() - settings.retentionDays * DAY_MS));
  },
});
