import type { GraphEdge } from './graph-store.ts';
import { EDGE_BYTES, EDGE_LAYOUT } from './packed-edges.ts';
import type { PackedEdges } from './packed-edges.ts';

/** As a loader would give them. */
export function packEdges(edges: readonly GraphEdge[]): PackedEdges {
  const buffer = Buffer.alloc(edges.length * EDGE_BYTES);
  edges.forEach((edge, index) => {
    const at = index * EDGE_BYTES;
    for (const field of ['id', 'fromId', 'toId'] as const) {
      buffer.write(edge[field].replaceAll('-', ''), at + EDGE_LAYOUT[field], 'hex');
    }
    for (const field of ['strength', 'confidence', 'revision'] as const) {
      buffer.writeDoubleBE(edge[field], at + EDGE_LAYOUT[field]);
    }
  });
  return {
    count: edges.length,
    bytes: new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength),
    kinds: edges.map(({ type, directionType }) => `${type} ${directionType}`),
  };
}
