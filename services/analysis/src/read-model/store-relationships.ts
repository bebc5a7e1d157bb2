import type { Transaction } from '@loci/postgres';
import type { ProjectedRelationship } from './projected-relationship.ts';

/**
 * Brings the read model up to these states. Idempotent: a state that is not newer than the one held is skipped.
 *
 * @param relationships at most one state per relationship
 */
export async function storeRelationships(
  tx: Transaction,
  relationships: readonly ProjectedRelationship[],
): Promise<void> {
  await tx.query(
    // In the order of the keys, so that no two writers wait in a circle.
    `INSERT INTO analysed_relationships (tenant_id, id, revision, deleted, from_id, to_id, relationship_type)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::boolean[], $5::uuid[], $6::uuid[], $7::text[])
       AS r(tenant_id, id, revision, deleted, from_id, to_id, relationship_type)
     ORDER BY tenant_id, id
     ON CONFLICT (tenant_id, id) DO UPDATE SET revision = excluded.revision, deleted = excluded.deleted
     WHERE analysed_relationships.revision < excluded.revision`,
    [
      relationships.map((relationship) => relationship.tenantId),
      relationships.map((relationship) => relationship.id),
      relationships.map((relationship) => relationship.revision),
      relationships.map((relationship) => relationship.deleted),
      relationships.map((relationship) => relationship.fromId),
      relationships.map((relationship) => relationship.toId),
      relationships.map((relationship) => relationship.relationshipType),
    ],
    'analysis-store-relationships',
  );
}
