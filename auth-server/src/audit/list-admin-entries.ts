import type { AuditSelection } from '@loci/http';
import { listAudit } from '@loci/postgres';
import type { AuditEntry, AuditPosition, Database } from '@loci/postgres';

/** Lists the entries of a tenant in the authorization server, newest first. */
export function listAdminEntries(
  { database }: { database: Pick<Database, 'inTransaction'> },
  tenantId: string,
  query: AuditSelection & { after: AuditPosition | undefined; limit: number },
): Promise<AuditEntry[]> {
  return database.inTransaction(tenantId, (tx) => listAudit(tx, { tenantId, ...query }));
}
