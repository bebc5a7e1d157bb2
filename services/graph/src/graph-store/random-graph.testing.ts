import fc from 'fast-check';
import { CompactGraph } from './compact-graph.ts';
import type { GraphEdge } from './graph-store.ts';

/** A UUID that sorts where `order` does, whatever else tests number by it. */
export function testId(kind: 'node' | 'edge', order: number): string {
  const tail = order.toString(16).padStart(12, '0');
  return `${kind === 'node' ? '00000001' : '00000002'}-0000-7000-8000-${tail}`;
}

/** An edge between two numbered nodes, DIRECTED, of weight .5 and revision 1 unless told otherwise. */
export function testEdge(order: number, from: number, to: number, rest: Partial<GraphEdge> = {}): GraphEdge {
  return {
    id: testId('edge', order),
    fromId: testId('node', from),
    toId: testId('node', to),
    type: 'supports',
    directionType: 'DIRECTED',
    strength: 0.5,
    confidence: 1,
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
 * The edges of a small dense graph in a random order: cycles, parallel edges, all direction types, and few
 * different weights (0 among them), so that ties are common. No edge leads from a node to itself.
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
