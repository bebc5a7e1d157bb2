import type { Database } from '@loci/postgres';
import type { GraphEdge, LoadEdges } from '../graph-store/graph-store.ts';

const PAGE_SIZE = 10_000;

interface EdgeRow {
  id: string;
  from_id: string;
  to_id: string;
  relationship_type: string;
  direction_type: GraphEdge['directionType'];
  strength: number;
  confidence: number;
  revision: number;
}

/**
 * Reads a tenant's relationships for a graph store, in pages by id. What is written meanwhile may or may not
 * be in it: the store hears of it by itself and compares revisions.
 */
export const graphEdgeLoader = ({ inTransaction }: Pick<Database, 'inTransaction'>): LoadEdges =>
  async function* loadEdges(tenantId) {
    let after: string | null = null;
    let rows: EdgeRow[];
    do {
      const afterId: string | null = after;
      rows = await inTransaction(tenantId, (tx) =>
        tx.query<EdgeRow>(
          `SELECT id, from_id, to_id, relationship_type, direction_type, strength, confidence,
             revision::float8 AS revision
           FROM relationships WHERE tenant_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
          [tenantId, afterId, PAGE_SIZE],
        ),
      );
      after = rows.at(-1)?.id ?? null;
      yield rows.map(toEdge);
    } while (rows.length === PAGE_SIZE);
  };

const toEdge = (row: EdgeRow): GraphEdge => ({
  id: row.id,
  fromId: row.from_id,
  toId: row.to_id,
  type: row.relationship_type,
  directionType: row.direction_type,
  strength: row.strength,
  confidence: row.confidence,
  revision: row.revision,
});
