import type { Transaction } from '@loci/postgres';
import type { ProjectedRelationship } from './projected-relationship.ts';

interface RelationshipRow {
  tenant_id: string;
  id: string;
  revision: number;
  deleted: boolean;
  from_id: string;
  to_id: string;
  relationship_type: string;
}

/** PostgreSQL type of each column, in the order of the parameters. */
const COLUMN_TYPES = {
  tenant_id: 'uuid',
  id: 'uuid',
  revision: 'bigint',
  deleted: 'boolean',
  from_id: 'uuid',
  to_id: 'uuid',
  relationship_type: 'text',
} as const satisfies Record<keyof RelationshipRow, string>;
const COLUMNS = Object.keys(COLUMN_TYPES) as (keyof RelationshipRow)[];

/**
 * Stores relationships in the read model. Skips a relationship whose stored revision is equal or newer, so
 * that deleted relationships stay deleted. Idempotent.
 *
 * @param relationships at most one revision of each relationship
 */
export async function storeRelationships(
  tx: Transaction,
  relationships: readonly ProjectedRelationship[],
): Promise<void> {
  const rows = relationships.map(toRow);
  await tx.query(
    // All writers lock rows in the order of the primary key, so that they cannot deadlock.
    `INSERT INTO analyzed_relationships (${COLUMNS.join(', ')})
     SELECT * FROM unnest(${COLUMNS.map((column, i) => `$${i + 1}::${COLUMN_TYPES[column]}[]`).join(', ')})
       AS r(${COLUMNS.join(', ')})
     ORDER BY tenant_id, id
     ON CONFLICT (tenant_id, id) DO UPDATE SET revision = excluded.revision, deleted = excluded.deleted
     WHERE analyzed_relationships.revision < excluded.revision`,
    COLUMNS.map((column) => rows.map((row) => row[column])),
    'analysis-store-relationships',
  );
}

const toRow = (relationship: ProjectedRelationship): RelationshipRow => ({
  tenant_id: relationship.tenantId,
  id: relationship.id,
  revision: relationship.revision,
  deleted: relationship.deleted,
  from_id: relationship.fromId,
  to_id: relationship.toId,
  relationship_type: relationship.relationshipType,
});
