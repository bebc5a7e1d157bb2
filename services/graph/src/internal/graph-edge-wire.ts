import type { DirectedEdgeWire, NodeEdgesWire } from '@loci/contracts';
import type { GraphEdge, NodeEdges } from '../graph-store/graph-store.ts';

export const toGraphEdgeWire = (edge: GraphEdge): DirectedEdgeWire => ({
  id: edge.id,
  from_id: edge.fromId,
  to_id: edge.toId,
  // The table accepts only known types, and the store has only relationships of the table.
  type: edge.type as DirectedEdgeWire['type'],
  direction_type: edge.directionType,
  strength: edge.strength,
});

/** Converts the edges of a node. Returns an empty array if the node has no edges. */
export const toNodeEdgesWire = ({ id, edges, total }: NodeEdges): NodeEdgesWire<DirectedEdgeWire>[] =>
  total === 0 ? [] : [{ id, edges: edges.map(toGraphEdgeWire), total }];
