import {
  UNAPPLIED_EVENTS,
  auditLogStore,
  idempotencyKeyStore,
  isErased,
  tableStore,
} from '@loci/service-hosting';
import type { ErasureDatabase, ServiceErasure } from '@loci/service-hosting';

/** Lists every table of the service that an erasure searches. Webhooks are settings of the tenant and remain. */
export const webhookErasure = (database: ErasureDatabase): ServiceErasure => ({
  database,
  stores: [
    tableStore(database, {
      table: 'deliveries',
      // The message about a deletion contains only IDs. The receiver needs it to delete its own copy.
      where: `${isErased('object_id')} AND event_type NOT LIKE '%.deleted'`,
      erase: 'delete',
    }),
    tableStore(database, {
      name: 'webhook_creators',
      table: 'webhooks',
      where: 'created_by = :user AND created_at <= :until',
      erase: { set: 'created_by = :pseudonym' },
    }),
    idempotencyKeyStore(database),
    auditLogStore(database),
    UNAPPLIED_EVENTS,
  ],
});
