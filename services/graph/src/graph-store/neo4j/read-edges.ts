import neo4j from 'neo4j-driver';
import type { EdgeRevision, GraphEdge, NodeEdges } from '../graph-store.ts';
import { EDGE_TUPLE, tupleToEdge } from './edge-row.ts';
import type { EdgeTuple } from './edge-row.ts';
import type { Neo4jTransaction } from './neo4j-connection.ts';
import { idOf } from './neo4j-schema.ts';

/** The edges of each node, in the order of `keys`. */
export async function readEdgesOf(
  tx: Neo4jTransaction,
  keys: readonly string[],
  limitPerNode: number,
): Promise<Omit<NodeEdges, 'id'>[]> {
  const distinct = [...new Set(keys)];
  const rows = await tx.run<{ key: string; total: number; edges: EdgeTuple[] }>(
    `UNWIND $keys AS key
     MATCH (node:LociNode {key: key})
     CALL (node) {
       MATCH (node)-[edge:LOCI_EDGE]-()
       WITH edge ORDER BY edge.weight DESC, edge.id DESC LIMIT $limit
       RETURN collect(${EDGE_TUPLE}) AS edges
     }
     RETURN key, edges, COUNT { (node)-[:LOCI_EDGE]-() } AS total`,
    { keys: distinct, limit: neo4j.int(limitPerNode) },
  );
  const found = new Map(rows.map((row) => [row.key, row]));
  return keys.map((key) => {
    const { edges = [], total = 0 } = found.get(key) ?? {};
    return { edges: edges.map(tupleToEdge), total };
  });
}

/** The edges with both ends among these nodes, heaviest first. @param keys each once */
export async function readEdgesBetween(
  tx: Neo4jTransaction,
  keys: readonly string[],
  limit: number,
): Promise<GraphEdge[]> {
  const rows = await tx.run<{ tuple: EdgeTuple }>(
    `UNWIND $keys AS key
     MATCH (node:LociNode {key: key})-[edge:LOCI_EDGE]->()
     WHERE edge.toId IN $ids
     WITH edge ORDER BY edge.weight DESC, edge.id DESC LIMIT $limit
     RETURN ${EDGE_TUPLE} AS tuple`,
    { keys, ids: keys.map(idOf), limit: neo4j.int(limit) },
  );
  return rows.map(({ tuple }) => tupleToEdge(tuple));
}

/** A page of what is held, in the order of ids. */
export async function readRevisions(
  tx: Neo4jTransaction,
  keys: { after: string; end: string },
  limit: number,
): Promise<EdgeRevision[]> {
  return tx.run<EdgeRevision>(
    `MATCH ()-[edge:LOCI_EDGE]->() WHERE edge.key > $after AND edge.key < $end
     RETURN edge.id AS id, edge.revision AS revision ORDER BY edge.key LIMIT $limit`,
    { ...keys, limit: neo4j.int(limit) },
  );
}
