import { relationshipDeletedSchema, relationshipStateSchema } from '@loci/events';
import type { EventEnvelope } from '@loci/events';
import type { Consumer } from '@loci/messaging';
import type { Database, Transaction } from '@loci/postgres';

/** Keeps the projection that memory responses show; older revisions and revivals of the dead are skipped. */
export const onRelationshipChanged = (database: Pick<Database, 'inSystemTransaction'>): Consumer => ({
  group: 'memory-relationships',
  topics: ['relationship'],
  handle: (events) => database.inSystemTransaction((tx) => storeAll(tx, [...events])),
});

async function storeAll(tx: Transaction, events: EventEnvelope[]): Promise<void> {
  // One statement may touch a row once: of several events about a relationship the newest counts.
  const newest = new Map(
    events.sort((a, b) => a.revision - b.revision).map((event) => [event.aggregate_id, event]),
  );
  const rows = [...newest.values()].map(toRow);
  if (rows.length === 0) return;
  const column = (i: number): unknown[] => rows.map((row) => row[i]);
  await tx.query(
    `INSERT INTO relationship_projection (tenant_id, id, revision, deleted, from_id, to_id, relationship_type,
       direction_type, strength, confidence, created_at)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::boolean[], $5::uuid[], $6::uuid[], $7::text[],
       $8::text[], $9::float8[], $10::float8[], $11::timestamptz[])
     ON CONFLICT (tenant_id, id) DO UPDATE SET revision = excluded.revision, deleted = excluded.deleted,
       strength = excluded.strength, confidence = excluded.confidence
     WHERE relationship_projection.revision < excluded.revision`,
    Array.from({ length: 11 }, (_, i) => column(i)),
    'relationship-projection-store',
  );
}

function toRow(event: EventEnvelope): unknown[] {
  if (event.type === 'relationship.deleted') {
    const gone = relationshipDeletedSchema.parse(event.data);
    return [
      event.tenant_id,
      gone.id,
      event.revision,
      true,
      gone.from_id,
      gone.to_id,
      '',
      '',
      0,
      0,
      event.occurred_at,
    ];
  }
  const state = relationshipStateSchema.parse(event.data);
  return [
    event.tenant_id,
    state.id,
    event.revision,
    false,
    state.from_id,
    state.to_id,
    state.relationship_type,
    state.direction_type,
    state.strength,
    state.confidence,
    state.created_at,
  ];
}
