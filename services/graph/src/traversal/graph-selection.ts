/**
 * Selects the edges and nodes that an operation reads. By default, these are the active edges and the nodes that are
 * valid now. The start nodes of an operation are selected whatever their window is.
 */
export interface GraphSelection {
  /**
   * Time at which active edges and nodes must be valid, in milliseconds since the epoch. Nodes that expire by then are
   * never selected. Defaults to the current time.
   */
  atMs?: number;
  /** True to include inactive edges, whatever their period is. Defaults to false. */
  includeInactive?: boolean;
  /** True to include active edges and nodes whose validity ends at or before `atMs`. Defaults to false. */
  includeExpired?: boolean;
  /** True to include active edges and nodes whose validity starts after `atMs`. Defaults to false. */
  includeFuture?: boolean;
}

/** Selects all edges and nodes. */
export const EVERYTHING: Required<GraphSelection> = {
  atMs: -Infinity,
  includeInactive: true,
  includeExpired: true,
  includeFuture: true,
};

/** A {@link GraphSelection} as bounds, so that testing an edge or a node takes few comparisons. */
export interface SelectionBounds {
  includeInactive: boolean;
  /** The validity of active edges and of nodes must end after this time. -Infinity if expired ones are included. */
  endsAfterMs: number;
  /** The validity of active edges and of nodes must start by this time. Infinity if future ones are included. */
  startsByMs: number;
  /** Nodes must expire after this time. */
  expiresAfterMs: number;
}

export const toSelectionBounds = ({
  atMs = Date.now(),
  includeInactive = false,
  includeExpired = false,
  includeFuture = false,
}: GraphSelection): SelectionBounds => ({
  includeInactive,
  endsAfterMs: includeExpired ? -Infinity : atMs,
  startsByMs: includeFuture ? Infinity : atMs,
  expiresAfterMs: atMs,
});
