import neo4j from 'neo4j-driver';
import type { TraversalDirection } from '../../traversal/traversal.ts';
import type { GraphEdge } from '../graph-store.ts';
import type { Neo4jReader } from './neo4j-connection.ts';
import { idOf } from './neo4j-schema.ts';
import { FROM_ID, IS_ACTIVE, NEWEST_FIRST, TO_ID, parseEdge } from './serialized-edge.ts';

/** Selects the edges along which a walk may leave a node. */
export interface IncidentEdgeFilter {
  direction: TraversalDirection;
  /** Edge types. An empty list means all types. */
  types: readonly string[];
  /** True to include inactive edges. */
  includeInactive: boolean;
  /**
   * Maximum number of edges per node. Edges are selected by weight (highest first), then by the id of the
   * other node and the id of the edge (largest first).
   */
  limitPerNode: number;
}

export interface IncidentEdges {
  /** Id of the node. */
  id: string;
  /** Edges of the node, in the order of {@link IncidentEdgeFilter.limitPerNode}. */
  edges: GraphEdge[];
  /** True if the limit on examined edges left edges of the node unexamined. */
  incomplete: boolean;
}

/** Edges that each direction follows: outgoing (true), incoming (false) or both. */
const FOLLOWED: Record<TraversalDirection, boolean[]> = {
  OUTBOUND: [true],
  INBOUND: [false],
  ANY: [true, false],
};

/**
 * Maximum number of edges that one query examines, divided equally between its nodes. Examining them takes
 * the server about a second.
 */
const MAX_VISITS = 1_000_000;

/** Fetches the edges along which a walk may leave each node, in one round trip. Unknown nodes are left out. */
export async function fetchIncidentEdges(
  reader: Neo4jReader,
  keys: readonly string[],
  { direction, types, includeInactive, limitPerNode }: IncidentEdgeFilter,
): Promise<IncidentEdges[]> {
  const visitsPerNode = Math.max(limitPerNode, Math.floor(MAX_VISITS / keys.length));
  // All filters use the same statement, because Neo4j caches query plans by statement text.
  const rows = await reader.run<{ key: string; incomplete: boolean; states: string[] }>(
    `UNWIND $keys AS key
     MATCH (node:LociNode {key: key})
     CALL (node) {
       MATCH (node)-[edge:LOCI_EDGE]-()
       WITH edge, startNode(edge) = node AS outgoing LIMIT $visitsPerNode
       WHERE (outgoing IN $followed OR edge.directionType = 'BIDIRECTIONAL') AND ($allTypes OR edge.type IN $types)
         AND ($includeInactive OR ${IS_ACTIVE})
       WITH edge
       ORDER BY edge.weight DESC, CASE WHEN outgoing THEN ${TO_ID} ELSE ${FROM_ID} END DESC, ${NEWEST_FIRST}
       LIMIT $limitPerNode
       RETURN collect(edge.state) AS states
     }
     RETURN key, states, COUNT { (node)-[:LOCI_EDGE]-() } > $visitsPerNode AS incomplete`,
    {
      keys,
      followed: FOLLOWED[direction],
      types,
      includeInactive,
      allTypes: types.length === 0,
      visitsPerNode: neo4j.int(visitsPerNode),
      limitPerNode: neo4j.int(limitPerNode),
    },
  );
  return rows.map(({ key, incomplete, states }) => ({
    id: idOf(key),
    incomplete,
    edges: states.map(parseEdge),
  }));
}
