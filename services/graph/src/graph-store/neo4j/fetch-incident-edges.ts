import neo4j from 'neo4j-driver';
import { FOLLOWED } from '../incremental/incident-edges.ts';
import type { FollowLimits, IncidentEdgeFilter, IncidentEdges } from '../incremental/incident-edges.ts';
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
import { statementsBySteps } from './statements-by-steps.ts';

/**
 * Maximum number of edges that one query examines for the requested nodes, divided equally between them. Examining them
 * takes the server about a second.
 */
const MAX_VISITS = 1_000_000;
/**
 * Maximum number of steps of one query, which is the default depth of a traversal. Each number of steps has its own
 * statement, and Neo4j takes the longer to compile one the more steps it has.
 */
export const MAX_TRAVERSAL_STEPS = 3;

/** Cypher condition for an edge along which a walk may leave a node to `target`. */
const IS_FOLLOWED =
  `(outgoing IN $followed OR edge.directionType = 'BIDIRECTIONAL') AND ($allTypes OR edge.type IN $types) ` +
  `AND ${IS_SELECTED} AND ${isNodeSelected('target')}`;

/**
 * Statements by number of steps. A statement finds the edges of the nodes in `$keys`. The next step finds the edges of
 * the nodes that these edges lead to, and so on. The rows of a step are lists of a node, the states of its edges, their
 * targets, the limit of edges, whether edges were left unexamined, and the number of paths to the node.
 *
 * - A step is left out if the previous steps form more than `$maxPaths` paths, because the traversal then ends. The number
 *   of paths is estimated. It is too high if edges lead back to nodes of earlier steps.
 * - A step leaves out nodes with more than `$maxLimitPerNode` edges, so that only the edges of the nodes in `$keys` need to
 *   be sorted. Sorting in a step would take much memory, because Neo4j stores the results of the previous steps with each
 *   sorted edge. If the nodes of a step have more than `$maxFetched` edges together, the limit is lower.
 */
const statementOf = statementsBySteps((stepNames) => {
  const parts = [
    `UNWIND $keys AS key
     MATCH (node:LociNode {key: key})
     CALL (node) {
       MATCH (node)-[edge:LOCI_EDGE]-(target:LociNode)
       WITH edge, target, startNode(edge) = node AS outgoing LIMIT $visitsPerNode
       WHERE ${IS_FOLLOWED}
       WITH edge, target, outgoing
       ORDER BY edge.weight DESC, CASE WHEN outgoing THEN ${TO_ID} ELSE ${FROM_ID} END DESC, ${NEWEST_FIRST}
       LIMIT $limitPerNode
       RETURN collect(edge.state) AS states, collect(target) AS targets
     }
     WITH collect([node, states, targets, $limitPerNode, COUNT { (node)-[:LOCI_EDGE]-() } > $visitsPerNode,
       1]) AS step0`,
  ];
  for (let step = 1; step < stepNames.length; step++) {
    const previous = stepNames.slice(0, step);
    const isLast = step === stepNames.length - 1;
    parts.push(`
     CALL (${[...previous, ...previous.slice(1).map((name) => `${name}Omitted`)].join(', ')}) {
       WITH ${previous.join(' + ')} AS fetched, step${step - 1} AS last${step === 1 ? ', 0' : `, coalesce(step${step - 1}Omitted, 0)`} AS omitted
       WHERE omitted = 0 AND reduce(paths = 0, row IN fetched | paths + row[5])
         + reduce(paths = 0, row IN last | paths + row[5] * (size(row[2]) - 1)) <= $maxPaths
       CALL (fetched, last) {
         UNWIND last AS row UNWIND row[2] AS node RETURN node, 0 AS isFetched, row[5] AS paths
         UNION ALL
         UNWIND fetched AS row RETURN row[0] AS node, 1 AS isFetched, 0 AS paths
       }
       WITH node, max(isFetched) AS isFetched, sum(paths) AS paths WHERE isFetched = 0
       WITH node, paths, COUNT { (node)-[:LOCI_EDGE]-() } AS edges
       WITH collect([node, edges, paths]) AS nodes, sum(edges) AS allEdges
       WITH nodes, CASE WHEN allEdges <= $maxFetched THEN $maxLimitPerNode ELSE $maxFetched / size(nodes) END AS limit
       WITH nodes, limit, size([row IN nodes WHERE row[1] > limit]) AS omitted
       UNWIND nodes AS row
       WITH row[0] AS node, row[2] AS paths, omitted, row[1] AS edges, limit WHERE edges <= limit
       CALL (node) {
         MATCH (node)-[edge:LOCI_EDGE]-(target:LociNode)
         WITH edge, target, startNode(edge) = node AS outgoing WHERE ${IS_FOLLOWED}
         RETURN collect(edge.state) AS states, ${isLast ? '[]' : 'collect(target)'} AS targets
       }
       RETURN collect([node, states, targets, $maxLimitPerNode, false, paths]) AS step${step}, max(omitted) AS step${step}Omitted
     }`);
  }
  parts.push(`
     UNWIND ${stepNames.join(' + ')} AS row
     RETURN row[0].key AS key, row[1] AS states, row[3] AS limit, row[4] AS incomplete`);
  return parts.join('');
});

interface Row {
  key: string;
  states: string[];
  limit: number;
  incomplete: boolean;
}

/** Implements `FetchIncidentEdges` with one query, which takes one round trip. */
export async function fetchIncidentEdges(
  reader: Neo4jReader,
  keys: readonly string[],
  { direction, types, bounds, limitPerNode }: IncidentEdgeFilter,
  { steps, maxPaths, maxFetched, maxLimitPerNode }: FollowLimits,
): Promise<IncidentEdges[]> {
  const visitsPerNode = Math.max(limitPerNode, Math.floor(MAX_VISITS / keys.length));
  // All filters use the same statement, because Neo4j caches query plans by statement text.
  const rows = await reader.run<Row>(statementOf(Math.min(steps, MAX_TRAVERSAL_STEPS)), {
    keys,
    followed: FOLLOWED[direction],
    types,
    ...selectionParameters(bounds),
    allTypes: types.length === 0,
    visitsPerNode: neo4j.int(visitsPerNode),
    limitPerNode: neo4j.int(limitPerNode),
    maxLimitPerNode: neo4j.int(maxLimitPerNode),
    maxFetched: neo4j.int(maxFetched),
    maxPaths: neo4j.int(maxPaths),
  });
  return rows.map(({ key, states, limit, incomplete }) => ({
    id: idOf(key),
    edges: states.map(parseEdge),
    limit,
    incomplete,
  }));
}
