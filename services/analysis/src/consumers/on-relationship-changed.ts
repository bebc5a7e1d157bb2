import { relationshipDeletedSchema, relationshipStateSchema } from '@loci/events';
import type { EventEnvelope } from '@loci/events';
import type { Consumer } from '@loci/outbox';
import type { Database, Transaction } from '@loci/postgres';

/** Keeps which memories are related, and how; older revisions and revivals of the dead are skipped. */
export const onRelationshipChanged = (database: Pick<Database, 'inSystemTransaction'>): Consumer => ({
  group: 'analysis-relationships',
  topics: ['relationship'],
  handle: (events) => database.inSystemTransaction((tx) => store(tx, events)),
});

async function store(tx: Transaction, events: readonly EventEnvelope[]): Promise<void> {
  // One statement may touch a row once: of several events about a relationship the newest counts.
  const newest = new Map(
    [...events].sort((a, b) => a.revision - b.revision).map((event) => [event.aggregate_id, event]),
  );
  const changes = [...newest.values()].map(toChange);
  await tx.query(
    `INSERT INTO analysed_relationships (tenant_id, id, revision, deleted, from_id, to_id, relationship_type)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::boolean[], $5::uuid[], $6::uuid[], $7::text[])
     ON CONFLICT (tenant_id, id) DO UPDATE SET revision = excluded.revision, deleted = excluded.deleted
     WHERE analysed_relationships.revision < excluded.revision`,
    [
      changes.map((change) => change.tenantId),
      changes.map((change) => change.id),
      changes.map((change) => change.revision),
      changes.map((change) => change.deleted),
      changes.map((change) => change.fromId),
      changes.map((change) => change.toId),
      changes.map((change) => change.relationshipType),
    ],
    'analysis-store-relationships',
  );
}

function toChange(event: EventEnvelope) {
  const deleted = event.type === 'relationship.deleted';
  const ends = (deleted ? relationshipDeletedSchema : relationshipStateSchema).parse(event.data);
  return {
    tenantId: event.tenant_id,
    id: event.aggregate_id,
    revision: event.revision,
    deleted,
    fromId: ends.from_id,
    toId: ends.to_id,
    relationshipType: deleted ? '' : relationshipStateSchema.parse(event.data).relationship_type,
  };
}
