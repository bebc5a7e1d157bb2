/**
 * Edges for loading many at once. Three ids as text and back into numbers would take longer than all the rest of
 * a load; so they stay bytes from the table to the graph.
 */
export interface PackedEdges {
  count: number;
  /** {@link EDGE_BYTES} for each, as {@link EDGE_LAYOUT} says; numbers are big-endian. */
  bytes: DataView;
  /** Of each edge: its type, a blank and its direction type. */
  kinds: readonly string[];
}

/** Where each field begins: ids take 16 bytes, numbers are float64. */
export const EDGE_LAYOUT = {
  id: 0,
  fromId: 16,
  toId: 32,
  strength: 48,
  confidence: 56,
  revision: 64,
} as const;
export const EDGE_BYTES = 72;
