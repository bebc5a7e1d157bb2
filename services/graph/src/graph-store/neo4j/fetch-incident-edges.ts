import neo4j from 'neo4j-driver';
import { FOLLOWED } from '../incremental/incident-edges.ts';
import type { IncidentEdgeFilter, IncidentEdges } from '../incremental/incident-edges.ts';
import type { Neo4jReader } from './neo4j-connection.ts';
import { idOf } from './neo4j-schema.ts';
import { isNodeSelected } from './node-windows.ts';
import {
  FROM_ID,
  IS_SELECTED,
  NEWEST_FIRST,
  TO_ID,
  parseEdge,
  selectionParameters,
} from './serialized-edge.ts';

/**
 * Maximum number of edges that one query examines, divided equally between its nodes. Examining them takes
 * the server about a second.
 */
const MAX_VISITS = 1_000_000;

/** Fetches the edges along which a walk may leave each node, in one round trip. Unknown nodes are left out. */
export async function fetchIncidentEdges(
  reader: Neo4jReader,
  keys: readonly string[],
  { direction, types, bounds, limitPerNode }: IncidentEdgeFilter,
): Promise<IncidentEdges[]> {
  const visitsPerNode = Math.max(limitPerNode, Math.floor(MAX_VISITS / keys.length));
  // All filters use the same statement, because Neo4j caches query plans by statement text.
  const rows = await reader.run<{ key: string; incomplete: boolean; states: string[] }>(
    `UNWIND $keys AS key
     MATCH (node:LociNode {key: key})
     CALL (node) {
       MATCH (node)-[edge:LOCI_EDGE]-(target:LociNode)
       WITH edge, target, startNode(edge) = node AS outgoing LIMIT $visitsPerNode
       WHERE (outgoing IN $followed OR edge.directionType = 'BIDIRECTIONAL') AND ($allTypes OR edge.type IN $types)
         AND ${IS_SELECTED} AND ${isNodeSelected('target')}
       WITH edge, outgoing
       ORDER BY edge.weight DESC, CASE WHEN outgoing THEN ${TO_ID} ELSE ${FROM_ID} END DESC, ${NEWEST_FIRST}
       LIMIT $limitPerNode
       RETURN collect(edge.state) AS states
     }
     RETURN key, states, COUNT { (node)-[:LOCI_EDGE]-() } > $visitsPerNode AS incomplete`,
    {
      keys,
      followed: FOLLOWED[direction],
      types,
      ...selectionParameters(bounds),
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
