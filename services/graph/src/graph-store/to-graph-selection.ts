import type { HiddenValidity } from '@loci/contracts';
import type { GraphSelection } from '../traversal/graph-selection.ts';

/** Selects the edges that are valid at a time, and those with an included validity. */
export const toGraphSelection = (
  included: ReadonlySet<HiddenValidity>,
  at: Date,
): Required<GraphSelection> => ({
  atMs: at.getTime(),
  includeInactive: included.has('superseded'),
  includeExpired: included.has('expired'),
  includeFuture: included.has('future'),
});
