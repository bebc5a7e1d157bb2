import neo4j from 'neo4j-driver';
import { EXPANSION_LIMITS } from '../../expansion/expand.ts';
import type { SelectionBounds } from '../../traversal/graph-selection.ts';
import type { Neo4jReader } from './neo4j-connection.ts';
import { idOf, keyOf } from './neo4j-schema.ts';
import { isNodeSelected } from './node-windows.ts';
import { IS_SELECTED, selectionParameters } from './serialized-edge.ts';
import { statementsBySteps } from './statements-by-steps.ts';
import type { NodeTransitions } from './transition-graph.ts';

/**
 * Finds the strongest edges of `node`, sorted by weight (highest first), then by the target id (largest
 * first).
 */
const STRONGEST_EDGES = `
  CALL (node) {
    MATCH (node)-[edge:LOCI_EDGE]-(target:LociNode)
    WITH edge, target LIMIT $maxVisits
    WHERE edge.weight > 0 AND ${IS_SELECTED} AND ${isNodeSelected('target')} AND target.key STARTS WITH $tenant
    WITH target, edge.weight AS weight ORDER BY weight DESC, target.key DESC LIMIT $maxFanOut
    RETURN collect(target) AS targets, collect(weight) AS weights
  }`;

/** Returns the expression that collects the nodes and edges of one step. */
const collectStep = (step: number): string => `collect([node, targets, weights]) AS step${step}`;

/**
 * Statements by number of steps. A statement finds the strongest edges of the nodes in `$steps[0]`. The next
 * step finds the strongest edges of the nodes that these edges lead to and of the nodes in `$steps[1]`, and
 * so on. If the edges of a step lead to more than `$maxFrontier` nodes, the next step reads only its nodes in
 * `$steps`, because the expansion continues only from the nodes with the highest scores, and the statement
 * does not calculate scores.
 */
const statementOf = statementsBySteps((stepNames) => {
  const parts = [
    `UNWIND $steps[0] AS key
     MATCH (node:LociNode {key: key})
     ${STRONGEST_EDGES}
     WITH ${collectStep(0)}`,
  ];
  for (let step = 1; step < stepNames.length; step++) {
    const previous = stepNames.slice(0, step);
    parts.push(`
     CALL (${previous.join(', ')}) {
       WITH ${previous.join(' + ')} AS fetched, step${step - 1} AS last
       CALL (last) {
         UNWIND last AS row UNWIND row[1] AS target
         WITH collect(DISTINCT target) AS targets
         UNWIND CASE WHEN size(targets) > $maxFrontier THEN [] ELSE targets END AS node
         RETURN node
         UNION
         UNWIND $steps[${step}] AS key
         MATCH (node:LociNode {key: key})
         RETURN node
       }
       WITH node, [row IN fetched | row[0]] AS visited
       WHERE NOT node IN visited
       ${STRONGEST_EDGES}
       RETURN ${collectStep(step)}
     }`);
  }
  parts.push(`
     UNWIND ${stepNames.join(' + ')} AS row
     WITH row[0] AS node, row[1] AS targets, row[2] AS weights
     RETURN node.key AS key, [target IN targets | substring(target.key, 37)] AS targetIds, weights,
       COUNT { (node)-[:LOCI_EDGE]-() } > $maxVisits AS incomplete`);
  return parts.join('');
});

/** Implements `FetchTransitions` with one query, which takes one round trip. */
export async function fetchTransitions(
  reader: Neo4jReader,
  tenantId: string,
  steps: readonly (readonly string[])[],
  bounds: SelectionBounds,
): Promise<NodeTransitions[]> {
  const { maxFanOut, maxFrontier, maxVisitsPerNode } = EXPANSION_LIMITS;
  const rows = await reader.run<NodeTransitions & { key: string }>(statementOf(steps.length), {
    steps: steps.map((ids) => ids.map((id) => keyOf(tenantId, id))),
    tenant: keyOf(tenantId, ''),
    ...selectionParameters(bounds),
    maxFanOut: neo4j.int(maxFanOut),
    maxFrontier: neo4j.int(maxFrontier),
    maxVisits: neo4j.int(maxVisitsPerNode),
  });
  return rows.map(({ key, ...transitions }) => ({ ...transitions, id: idOf(key) }));
}
