import neo4j from 'neo4j-driver';
import { toSelectionBounds } from '../../traversal/graph-selection.ts';
import type { GraphSelection } from '../../traversal/graph-selection.ts';
import type { EdgeRevision, GraphEdge, GraphSize, NodeEdges } from '../graph-store.ts';
import type { Neo4jReader } from './neo4j-connection.ts';
import { idOf } from './neo4j-schema.ts';
import type { KeyRange } from './neo4j-schema.ts';
import { isNodeSelected } from './node-windows.ts';
import { IS_SELECTED, NEWEST_FIRST, TO_ID, parseEdge, selectionParameters } from './serialized-edge.ts';

/** Returns the edges of each node in the order of `keys`, up to `limitPerNode` per node. */
export async function readEdgesOf(
  reader: Neo4jReader,
  keys: readonly string[],
  { limitPerNode, ...selection }: { limitPerNode: number } & GraphSelection,
): Promise<Omit<NodeEdges, 'id'>[]> {
  const distinctKeys = [...new Set(keys)];
  const rows = await reader.run<{ key: string; total: number; states: string[] }>(
    `UNWIND $keys AS key
     MATCH (node:LociNode {key: key})
     CALL (node) {
       MATCH (node)-[edge:LOCI_EDGE]-(target:LociNode) WHERE ${IS_SELECTED} AND ${isNodeSelected('target')}
       WITH edge ORDER BY edge.weight DESC, ${NEWEST_FIRST} LIMIT $limit
       RETURN collect(edge.state) AS states
     }
     RETURN key, states, COUNT {
       (node)-[edge:LOCI_EDGE]-(target:LociNode) WHERE ${IS_SELECTED} AND ${isNodeSelected('target')}
     } AS total`,
    {
      keys: distinctKeys,
      ...selectionParameters(toSelectionBounds(selection)),
      limit: neo4j.int(limitPerNode),
    },
  );
  const found = new Map(rows.map((row) => [row.key, row]));
  return keys.map((key) => {
    const { states = [], total = 0 } = found.get(key) ?? {};
    return { edges: states.map(parseEdge), total };
  });
}

/**
 * Returns up to `limit` edges between the given nodes, highest weight first.
 *
 * @param keys distinct
 */
export async function readEdgesBetween(
  reader: Neo4jReader,
  keys: readonly string[],
  limit: number,
  selection: GraphSelection = {},
): Promise<GraphEdge[]> {
  const rows = await reader.run<{ state: string }>(
    `UNWIND $keys AS key
     MATCH (node:LociNode {key: key})-[edge:LOCI_EDGE]->()
     WHERE ${TO_ID} IN $ids AND ${IS_SELECTED}
     WITH edge ORDER BY edge.weight DESC, ${NEWEST_FIRST} LIMIT $limit
     RETURN edge.state AS state`,
    {
      keys,
      ids: keys.map(idOf),
      ...selectionParameters(toSelectionBounds(selection)),
      limit: neo4j.int(limit),
    },
  );
  return rows.map(({ state }) => parseEdge(state));
}

/** Counts the nodes and edges whose keys are in a range. */
export async function readSize(reader: Neo4jReader, range: KeyRange): Promise<GraphSize> {
  const [row] = await reader.run<GraphSize>(
    `CALL () { MATCH (node:LociNode) WHERE node.key > $after AND node.key < $end RETURN count(node) AS nodes }
     CALL () { MATCH ()-[edge:LOCI_EDGE]->() WHERE edge.key > $after AND edge.key < $end RETURN count(edge) AS edges }
     RETURN nodes, edges`,
    { ...range },
  );
  return row!;
}

/** Returns the revisions of up to `limit` edges in ascending order of ids. */
export async function readRevisions(
  reader: Neo4jReader,
  range: KeyRange,
  limit: number,
): Promise<EdgeRevision[]> {
  const rows = await reader.run<{ key: string; revision: number }>(
    `MATCH ()-[edge:LOCI_EDGE]->() WHERE edge.key > $after AND edge.key < $end
     RETURN edge.key AS key, edge.revision AS revision ORDER BY edge.key LIMIT $limit`,
    { ...range, limit: neo4j.int(limit) },
  );
  return rows.map(({ key, revision }) => ({ id: idOf(key), revision }));
}
