import neo4j from 'neo4j-driver';
import type { TraversalDirection } from '../../traversal/traversal.ts';
import type { GraphEdge } from '../graph-store.ts';
import { FROM_ID, NEWEST_FIRST, TO_ID, toEdge } from './edge-state.ts';
import type { Neo4jTransaction } from './neo4j-connection.ts';
import { idOf } from './neo4j-schema.ts';

/** Which edges a walk may take from a node. */
export interface StepChoice {
  direction: TraversalDirection;
  /** Empty: all. */
  types: readonly string[];
  /** Of each node the heaviest; of equal ones those to the newest (largest) node id, then the newest edges. */
  limitPerNode: number;
}

export interface NodeSteps {
  id: string;
  /** In the order of {@link StepChoice.limitPerNode}. */
  edges: GraphEdge[];
  /** True when not every edge of the node was looked at. */
  cut: boolean;
}

/** Whether a walk may leave along an edge: `true` for leaving the node it comes from. */
const WAYS: Record<TraversalDirection, boolean[]> = {
  OUTBOUND: [true],
  INBOUND: [false],
  ANY: [true, false],
};

/** Edges looked at in one query over all nodes, each with an equal share: about a second of a server's time. */
const MAX_VISITS = 1_000_000;

/** The edges along which a walk may go on, in one round trip; a node that is not known is left out. */
export async function fetchSteps(
  tx: Neo4jTransaction,
  keys: readonly string[],
  { direction, types, limitPerNode }: StepChoice,
): Promise<NodeSteps[]> {
  const visitsPerNode = Math.max(limitPerNode, Math.floor(MAX_VISITS / keys.length));
  const rows = await tx.run<{ key: string; cut: boolean; states: string[] }>(
    `UNWIND $keys AS key
     MATCH (node:LociNode {key: key})
     CALL (node) {
       MATCH (node)-[edge:LOCI_EDGE]-()
       WITH edge, startNode(edge) = node AS leaving LIMIT $visitsPerNode
       WHERE (leaving IN $ways OR edge.directionType = 'BIDIRECTIONAL') AND ($allTypes OR edge.type IN $types)
       WITH edge
       ORDER BY edge.weight DESC, CASE WHEN leaving THEN ${TO_ID} ELSE ${FROM_ID} END DESC, ${NEWEST_FIRST}
       LIMIT $limitPerNode
       RETURN collect(edge.state) AS states
     }
     RETURN key, states, COUNT { (node)-[:LOCI_EDGE]-() } > $visitsPerNode AS cut`,
    {
      keys,
      // One text for all choices: each text is planned anew.
      ways: WAYS[direction],
      types,
      allTypes: types.length === 0,
      visitsPerNode: neo4j.int(visitsPerNode),
      limitPerNode: neo4j.int(limitPerNode),
    },
  );
  return rows.map(({ key, cut, states }) => ({ id: idOf(key), cut, edges: states.map(toEdge) }));
}
