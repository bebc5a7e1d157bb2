import { z } from 'zod';
import { idAt } from './concatenated-ids.ts';
import { RELATIONSHIP_TYPES } from './relationship-types.ts';

/** Fields of a relationship that searches return. */
export interface GraphEdgeWire {
  id: string;
  from_id: string;
  to_id: string;
  type: (typeof RELATIONSHIP_TYPES)[number];
  strength: number;
}

/** The strongest edges of an item in both directions, and the number of all its edges. */
export interface NodeEdgesWire<Edge extends GraphEdgeWire = GraphEdgeWire> {
  id: string;
  edges: Edge[];
  total: number;
}

/** Edges of items as columns. Each field is an array or a string of concatenated ids. */
export const edgeColumns = z.object({
  /**
   * Ids of the items. The columns of edges contain the edges of the first item, then those of the second, and
   * so on.
   */
  of: z.string(),
  /** Number of edges in the columns, per item. */
  counts: z.array(z.int()),
  /** Number of all edges, per item. */
  totals: z.array(z.int()),
  ids: z.string(),
  from_ids: z.string(),
  to_ids: z.string(),
  /** Positions in `RELATIONSHIP_TYPES`. */
  types: z.array(
    z
      .int()
      .min(0)
      .max(RELATIONSHIP_TYPES.length - 1),
  ),
  strengths: z.array(z.number()),
});
export type EdgeColumns = z.infer<typeof edgeColumns>;

export function toEdgeColumns(nodes: readonly NodeEdgesWire[]): EdgeColumns {
  const edges = nodes.flatMap((node) => node.edges);
  return {
    of: nodes.map(({ id }) => id).join(''),
    counts: nodes.map((node) => node.edges.length),
    totals: nodes.map(({ total }) => total),
    ids: edges.map(({ id }) => id).join(''),
    from_ids: edges.map(({ from_id }) => from_id).join(''),
    to_ids: edges.map(({ to_id }) => to_id).join(''),
    types: edges.map(({ type }) => RELATIONSHIP_TYPES.indexOf(type)),
    strengths: edges.map(({ strength }) => strength),
  };
}

export function fromEdgeColumns(columns: EdgeColumns): NodeEdgesWire[] {
  let next = 0;
  const takeEdge = (): GraphEdgeWire => {
    const i = next++;
    return {
      id: idAt(columns.ids, i),
      from_id: idAt(columns.from_ids, i),
      to_id: idAt(columns.to_ids, i),
      type: RELATIONSHIP_TYPES[columns.types[i]!]!,
      strength: columns.strengths[i]!,
    };
  };
  return columns.counts.map((count, item) => ({
    id: idAt(columns.of, item),
    edges: Array.from({ length: count }, takeEdge),
    total: columns.totals[item]!,
  }));
}
