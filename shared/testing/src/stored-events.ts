import type { EventEnvelope } from '@loci/events';
import { envelopeSchema } from '@loci/events';
import type { Database } from '@loci/postgres';

/** Returns the validated events of a tenant in the outbox of a service, oldest first. */
export async function storedEvents(
  database: Pick<Database, 'inTransaction'>,
  tenantId: string,
): Promise<EventEnvelope[]> {
  const rows = await database.inTransaction(tenantId, (tx) =>
    tx.query<{ envelope: string }>('SELECT envelope FROM outbox WHERE tenant_id = $1 ORDER BY txid, seq', [
      tenantId,
    ]),
  );
  return rows.map((row) => envelopeSchema.parse(JSON.parse(row.envelope)));
}
