import { isErased, queryErasure } from './erasure-sql.ts';
import { tableStore } from './erasure-store.ts';
import type { ErasureDatabase, ErasureStore, KeptTable } from './erasure-store.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Store of the audit log. The entries remain, with a pseudonym instead of the user. */
export const auditLogStore = (database: ErasureDatabase): ErasureStore => ({
  ...tableStore(database, {
    table: 'audit_log',
    where: 'at <= :until AND (user_id = :user OR :user = ANY(object_ids))',
    erase: 'follows',
  }),
  erase: async (erasure) => {
    await database.inSystemTransaction((tx) =>
      queryErasure(tx, erasure, 'SELECT pseudonymize_audit(:tenant, :user, :until, :pseudonym)'),
    );
    return true;
  },
});

/**
 * Store of the responses of requests with an idempotency key. Blanks the responses to the user, and all responses that
 * contain the ID of an erased object. The keys remain, so that a retry does not repeat the request.
 */
export const idempotencyKeyStore = (database: ErasureDatabase): ErasureStore =>
  tableStore(database, {
    table: 'idempotency_keys',
    // The response to the request for the erasure itself has the time of the request, without the added millisecond.
    where: `response <> '' AND ((user_id::text = :user AND created_at < :until - interval '1 millisecond')
      OR EXISTS (SELECT 1 FROM regexp_matches(response, '${UUID}', 'g') AS found(ids)
        WHERE ${isErased('(found.ids[1])::uuid')}))`,
    erase: { set: `response = '', object_ids = '{}'` },
  });

/** SQL condition on the JSON of an event: it is not the deletion of an object, which contains only IDs. */
export const isNoDeletion = (envelope: string): string =>
  `position('.deleted"' IN left(${envelope}, 200)) = 0`;

/**
 * Store of events that are not published yet. Events of erased objects are deleted, because consumers need only the event
 * of the deletion.
 */
export const outboxStore = (database: ErasureDatabase): ErasureStore =>
  tableStore(database, {
    table: 'outbox',
    where: `${isErased('aggregate_id')} AND ${isNoDeletion('envelope')}`,
    erase: 'delete',
  });

/** Tables of counters, whose values are numbers. */
export const COUNTER_TABLES: readonly KeptTable[] = [
  { table: 'counters', kept: 'Contains only numbers.' },
  { table: 'counter_changes', kept: 'Contains only numbers.' },
];

/** Table of the events in dead-letter queues of Kafka. */
export const UNAPPLIED_EVENTS: KeptTable = {
  table: 'unapplied_events',
  kept: 'Contains only IDs of events.',
};
