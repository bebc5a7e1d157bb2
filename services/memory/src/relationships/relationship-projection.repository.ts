import type { DirectionType, RelationshipType } from '@loci/contracts';
import type { Transaction } from '@loci/postgres';

/** A relationship as a memory response shows it. */
export interface RelationshipSummary {
  id: string;
  fromId: string;
  toId: string;
  relationshipType: RelationshipType;
  directionType: DirectionType;
  strength: number;
  confidence: number;
  createdAt: Date;
}

/** More than a reader can use; the rest is at GET /api/v2/relationships?memory_id=. */
export const MAX_RELATIONSHIPS_PER_MEMORY = 50;

interface ShownRow {
  memory_id: string;
  id: string;
  from_id: string;
  to_id: string;
  relationship_type: RelationshipType;
  direction_type: DirectionType;
  strength: number;
  confidence: number;
  created_at: Date;
}

/** The oldest {@link MAX_RELATIONSHIPS_PER_MEMORY} relationships of each memory, either end, in order of creation. */
export async function findRelationshipSummaries(
  tx: Transaction,
  tenantId: string,
  memoryIds: readonly string[],
): Promise<Map<string, RelationshipSummary[]>> {
  const byMemory = new Map<string, RelationshipSummary[]>();
  if (memoryIds.length === 0) return byMemory;
  const rows = await tx.query<ShownRow>(
    `SELECT m.memory_id, r.* FROM unnest($2::uuid[]) AS m(memory_id) CROSS JOIN LATERAL (
       SELECT id, from_id, to_id, relationship_type, direction_type, strength, confidence, created_at FROM (
         (SELECT * FROM relationship_projection
          WHERE tenant_id = $1 AND from_id = m.memory_id AND NOT deleted ORDER BY id LIMIT $3)
         UNION ALL
         (SELECT * FROM relationship_projection
          WHERE tenant_id = $1 AND to_id = m.memory_id AND NOT deleted ORDER BY id LIMIT $3)
       ) either_end ORDER BY id LIMIT $3
     ) r ORDER BY r.id`,
    [tenantId, memoryIds, MAX_RELATIONSHIPS_PER_MEMORY],
    'relationships-shown',
  );
  for (const row of rows) {
    const shown = byMemory.get(row.memory_id) ?? [];
    shown.push({
      id: row.id,
      fromId: row.from_id,
      toId: row.to_id,
      relationshipType: row.relationship_type,
      directionType: row.direction_type,
      strength: row.strength,
      confidence: row.confidence,
      createdAt: row.created_at,
    });
    byMemory.set(row.memory_id, shown);
  }
  return byMemory;
}
