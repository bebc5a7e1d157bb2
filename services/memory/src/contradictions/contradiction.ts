import type { ContradictionType, Resolution, ResolutionStatus } from '@loci/contracts';
import type { Metadata } from '../memories/memory.ts';

/** A contradiction between two memories. @see docs/reference/memories.md#the-contradiction-object */
export interface Contradiction {
  tenantId: string;
  id: string;
  /** Revision number. Incremented by every change that publishes an event, starting at 1. */
  revision: number;
  sourceMemoryId: string;
  targetMemoryId: string;
  contradictionType: ContradictionType;
  resolutionStatus: ResolutionStatus;
  confidence: number;
  metadata: Metadata;
  detectedAt: Date;
  /** Id of a user, or `system`. */
  detectedBy: string;
  /**
   * Id of the `contradicts` relationship from source to target. Assigned when the contradiction is reported,
   * and replaced if another relationship already connects both memories. A replacement does not increment the
   * revision.
   */
  relationshipId: string;
  resolution: Resolution | null;
  reason: string | null;
  resolvedAt: Date | null;
  resolvedBy: string | null;
  /** The memory that replaced both memories. Null unless the resolution is `create_new`. */
  newMemoryId: string | null;
}

export type NewContradiction = Pick<
  Contradiction,
  | 'tenantId'
  | 'id'
  | 'sourceMemoryId'
  | 'targetMemoryId'
  | 'contradictionType'
  | 'confidence'
  | 'metadata'
  | 'detectedAt'
  | 'detectedBy'
  | 'relationshipId'
>;

export const newContradiction = (input: NewContradiction): Contradiction => ({
  ...input,
  revision: 1,
  resolutionStatus: 'unresolved',
  resolution: null,
  reason: null,
  resolvedAt: null,
  resolvedBy: null,
  newMemoryId: null,
});

/**
 * Returns the next revision of a contradiction with its resolution. `keep_both` sets the status to `accepted`
 * and the type to `contextual`.
 * @see docs/reference/memories.md#resolve-a-contradiction
 */
export const toResolved = (
  contradiction: Contradiction,
  outcome: {
    resolution: Resolution;
    reason: string | null;
    by: string;
    at: Date;
    newMemoryId: string | null;
  },
): Contradiction => ({
  ...contradiction,
  revision: contradiction.revision + 1,
  ...(outcome.resolution === 'keep_both'
    ? { resolutionStatus: 'accepted', contradictionType: 'contextual' }
    : { resolutionStatus: 'resolved' }),
  resolution: outcome.resolution,
  reason: outcome.reason,
  resolvedAt: outcome.at,
  resolvedBy: outcome.by,
  newMemoryId: outcome.newMemoryId,
});
