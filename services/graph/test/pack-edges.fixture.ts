import type { GraphEdge } from '../src/graph-store/graph-store.ts';
import { EDGE_BYTES, EDGE_LAYOUT } from '../src/graph-store/packed-edges.ts';
import type { PackedEdges } from '../src/graph-store/packed-edges.ts';

/** Encodes edges in the format of {@link PackedEdges}. */
export function packEdges(edges: readonly GraphEdge[]): PackedEdges {
  const buffer = Buffer.alloc(edges.length * EDGE_BYTES);
  edges.forEach((edge, index) => {
    const offset = index * EDGE_BYTES;
    for (const field of ['id', 'fromId', 'toId'] as const) {
      buffer.write(edge[field].replaceAll('-', ''), offset + EDGE_LAYOUT[field], 'hex');
    }
    for (const field of ['strength', 'confidence', 'revision'] as const) {
      buffer.writeDoubleBE(edge[field], offset + EDGE_LAYOUT[field]);
    }
  });
  return {
    count: edges.length,
    bytes: new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength),
    kinds: edges.map(({ type, directionType, isActive, validFromMs, validUntilMs }) => {
      const hasPeriod = validFromMs !== undefined || validUntilMs !== undefined;
      const period = hasPeriod ? ` ${validFromMs ?? ''}/${validUntilMs ?? ''}` : '';
      return `${type} ${directionType}${isActive ? '' : ' inactive'}${period}`;
    }),
  };
}
