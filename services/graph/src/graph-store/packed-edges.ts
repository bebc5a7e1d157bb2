/**
 * Edges in binary form, for loading many at once. The ids stay 16 bytes each from the database to the graph, because
 * formatting and parsing them as text would take longer than the rest of the load.
 */
export interface PackedEdges {
  count: number;
  /** {@link EDGE_BYTES} per edge, laid out as in {@link EDGE_LAYOUT}. Numbers are big-endian. */
  bytes: DataView;
  /**
   * Kind of each edge, as `<type> <direction type>`. An inactive edge has the suffix ` inactive`. An edge with a validity
   * period has the suffix ` <start>/<end>` in milliseconds since the epoch, where an open bound is empty.
   */
  kinds: readonly string[];
}

/** Byte offset of each field. Ids have 16 bytes; the other fields are float64. */
export const EDGE_LAYOUT = {
  id: 0,
  fromId: 16,
  toId: 32,
  strength: 48,
  confidence: 56,
  revision: 64,
} as const;
export const EDGE_BYTES = 72;
