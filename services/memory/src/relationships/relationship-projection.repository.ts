import type { DirectionType, RelationshipType } from '@loci/contracts';
import type { Transaction } from '@loci/postgres';

/** The memory service's copy of a relationship of the graph service. A tombstone has empty types. */
export interface ProjectedRelationship extends Omit<
  RelationshipSummary,
  'relationshipType' | 'directionType'
> {
  tenantId: string;
  revision: number;
  deleted: boolean;
  relationshipType: RelationshipType | '';
  directionType: DirectionType | '';
  /** False if one of the two memories is an inactive version. */
  isActive: boolean;
}

/** A relationship as memory responses contain it. */
export interface RelationshipSummary {
  id: string;
  fromId: string;
  toId: string;
  relationshipType: RelationshipType;
  directionType: DirectionType;
  /** Strength from 0 to 1. */
  strength: number;
  /** Confidence from 0 to 1. */
  confidence: number;
  createdAt: Date;
}

/** Maximum number of relationships per memory in responses. `GET /api/v2/relationships` lists all. */
export const MAX_RELATIONSHIPS_PER_MEMORY = 50;

interface SummaryRow {
  id: string;
  from_id: string;
  to_id: string;
  relationship_type: RelationshipType;
  direction_type: DirectionType;
  strength: number;
  confidence: number;
  created_at: Date;
}

interface ProjectionRow extends Omit<SummaryRow, 'relationship_type' | 'direction_type'> {
  tenant_id: string;
  revision: number;
  deleted: boolean;
  relationship_type: RelationshipType | '';
  direction_type: DirectionType | '';
  is_active: boolean;
}

const SUMMARY_COLUMNS =
  'id, from_id, to_id, relationship_type, direction_type, strength, confidence, created_at';

/** PostgreSQL type of each column, in the order of the parameters of INSERT. */
const COLUMN_TYPES = {
  tenant_id: 'uuid',
  id: 'uuid',
  revision: 'bigint',
  deleted: 'boolean',
  from_id: 'uuid',
  to_id: 'uuid',
  relationship_type: 'text',
  direction_type: 'text',
  strength: 'float8',
  confidence: 'float8',
  created_at: 'timestamptz',
  is_active: 'boolean',
} as const satisfies Record<keyof ProjectionRow, string>;
const COLUMNS = Object.keys(COLUMN_TYPES) as (keyof ProjectionRow)[];

/**
 * Stores relationships. Skips those whose stored revision is equal or newer, so that deleted relationships stay deleted.
 * Requires a system transaction.
 *
 * @param relationships at most one revision of each relationship
 */
export async function storeRelationships(
  tx: Transaction,
  relationships: readonly ProjectedRelationship[],
): Promise<void> {
  if (relationships.length === 0) return;
  const rows = relationships.map(toRow);
  await tx.query(
    `INSERT INTO relationship_projection (${COLUMNS.join(', ')})
     SELECT * FROM unnest(${COLUMNS.map((column, i) => `$${i + 1}::${COLUMN_TYPES[column]}[]`).join(', ')})
     ON CONFLICT (tenant_id, id) DO UPDATE SET revision = excluded.revision, deleted = excluded.deleted,
       strength = excluded.strength, confidence = excluded.confidence, is_active = excluded.is_active
     WHERE relationship_projection.revision < excluded.revision`,
    COLUMNS.map((column) => rows.map((row) => row[column])),
    'relationship-projection-store',
  );
}

/**
 * Returns the oldest {@link MAX_RELATIONSHIPS_PER_MEMORY} relationships from or to each memory, in the order
 * of their ids, which is the order of creation. Memories without relationships are absent.
 *
 * @param options.includeInactive includes relationships of inactive versions
 */
export async function findRelationshipSummaries(
  tx: Transaction,
  tenantId: string,
  memoryIds: readonly string[],
  { includeInactive = false }: { includeInactive?: boolean } = {},
): Promise<Map<string, RelationshipSummary[]>> {
  const byMemory = new Map<string, RelationshipSummary[]>();
  if (memoryIds.length === 0) return byMemory;
  // Each branch reads one index range. A condition on both states at once would sort all relationships of the
  // memory.
  const branches = ['from_id', 'to_id'].flatMap((end) =>
    (includeInactive ? ['', 'NOT '] : ['']).map(
      (not) =>
        `(SELECT * FROM relationship_projection
          WHERE tenant_id = $1 AND ${end} = m.memory_id AND ${not}is_active AND NOT deleted ORDER BY id LIMIT $3)`,
    ),
  );
  const rows = await tx.query<SummaryRow & { memory_id: string }>(
    `SELECT m.memory_id, r.* FROM unnest($2::uuid[]) AS m(memory_id) CROSS JOIN LATERAL (
       SELECT ${SUMMARY_COLUMNS} FROM (
         ${branches.join(' UNION ALL ')}
       ) either_end ORDER BY id LIMIT $3
     ) r ORDER BY r.id`,
    [tenantId, memoryIds, MAX_RELATIONSHIPS_PER_MEMORY],
    includeInactive ? 'relationship-summaries-all' : 'relationship-summaries',
  );
  for (const row of rows) {
    const summaries = byMemory.get(row.memory_id) ?? [];
    summaries.push(toSummary(row));
    byMemory.set(row.memory_id, summaries);
  }
  return byMemory;
}

const toSummary = (row: SummaryRow): RelationshipSummary => ({
  id: row.id,
  fromId: row.from_id,
  toId: row.to_id,
  relationshipType: row.relationship_type,
  directionType: row.direction_type,
  strength: row.strength,
  confidence: row.confidence,
  createdAt: row.created_at,
});

const toRow = (relationship: ProjectedRelationship): ProjectionRow => ({
  tenant_id: relationship.tenantId,
  id: relationship.id,
  revision: relationship.revision,
  deleted: relationship.deleted,
  from_id: relationship.fromId,
  to_id: relationship.toId,
  relationship_type: relationship.relationshipType,
  direction_type: relationship.directionType,
  strength: relationship.strength,
  confidence: relationship.confidence,
  created_at: relationship.createdAt,
  is_active: relationship.isActive,
});
