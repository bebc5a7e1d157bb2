import fc from 'fast-check';
import type { ExpansionRequest } from '../src/expansion/expansion.ts';
import { CompactGraph } from '../src/graph-store/compact-graph.ts';
import type { GraphEdge } from '../src/graph-store/graph-store.ts';

/** Returns a UUID for a number. UUIDs of one kind sort in the order of their numbers. */
export function testId(kind: 'node' | 'edge', order: number): string {
  const tail = order.toString(16).padStart(12, '0');
  return `${kind === 'node' ? '00000001' : '00000002'}-0000-7000-8000-${tail}`;
}

/** Returns an edge between two numbered nodes. By default it is DIRECTED, with weight 0.5 and revision 1. */
export function testEdge(order: number, from: number, to: number, rest: Partial<GraphEdge> = {}): GraphEdge {
  return {
    id: testId('edge', order),
    fromId: testId('node', from),
    toId: testId('node', to),
    type: 'supports',
    directionType: 'DIRECTED',
    strength: 0.5,
    confidence: 1,
    isActive: true,
    revision: 1,
    ...rest,
  };
}

export function graphOf(edges: readonly GraphEdge[]): CompactGraph {
  const graph = new CompactGraph();
  for (const edge of edges) graph.upsert(edge);
  return graph;
}

/**
 * Generates the edges of a small dense graph in random order, with cycles, parallel edges and all direction
 * types, and without self-loops. Uses only a few different weights, including 0, so that ties are common.
 */
export function randomEdges(nodes: number, maxEdges: number): fc.Arbitrary<GraphEdge[]> {
  const edge = fc
    .record({
      from: fc.nat(nodes - 1),
      step: fc.integer({ min: 1, max: nodes - 1 }),
      type: fc.constantFrom('supports', 'causes', 'updates'),
      directionType: fc.constantFrom<GraphEdge['directionType']>(
        'DIRECTED',
        'BIDIRECTIONAL',
        'INVERSE_PAIRED',
      ),
      strength: fc.constantFrom(0, 0.3, 0.5, 0.9, 1),
      confidence: fc.constantFrom(0.5, 0.8, 1),
    })
    .map(({ from, step, ...rest }) => ({ from, to: (from + step) % nodes, rest }));
  return fc.array(edge, { maxLength: maxEdges }).chain((drawn) =>
    fc.shuffledSubarray(
      drawn.map(({ from, to, rest }, order) => testEdge(order, from, to, rest)),
      { minLength: drawn.length },
    ),
  );
}

/** Returns the request of an expansion that starts at the first node, with the given fields replaced. */
export const expansionRequest = (rest: Partial<ExpansionRequest>): ExpansionRequest => ({
  start: [{ id: testId('node', 0), score: 1 }],
  seedLimit: 10,
  maxDepth: 2,
  damping: 0.5,
  maxReached: 100,
  ...rest,
});
