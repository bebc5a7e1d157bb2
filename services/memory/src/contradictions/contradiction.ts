import type { ContradictionType, Resolution, ResolutionStatus } from '@loci/contracts';
import type { Metadata } from '../memories/memory.ts';

/** Two memories that cannot both hold. */
export interface Contradiction {
  tenantId: string;
  id: string;
  revision: number;
  sourceMemoryId: string;
  targetMemoryId: string;
  contradictionType: ContradictionType;
  resolutionStatus: ResolutionStatus;
  confidence: number;
  metadata: Metadata;
  detectedAt: Date;
  /** A user's id, or `system`. */
  detectedBy: string;
  /**
   * Id of the `contradicts` relationship from source to target. Chosen when the contradiction is reported, and
   * replaced if the graph service finds that another one already connects both memories. Not part of the revision.
   */
  relationshipId: string;
  resolution: Resolution | null;
  reason: string | null;
  resolvedAt: Date | null;
  resolvedBy: string | null;
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

/** Keeping both accepts that they hold in different contexts; every other resolution settles it. */
export const toResolved = (
  contradiction: Contradiction,
  how: { resolution: Resolution; reason: string | null; by: string; at: Date; newMemoryId: string | null },
): Contradiction => ({
  ...contradiction,
  revision: contradiction.revision + 1,
  ...(how.resolution === 'keep_both'
    ? { resolutionStatus: 'accepted', contradictionType: 'contextual' }
    : { resolutionStatus: 'resolved' }),
  resolution: how.resolution,
  reason: how.reason,
  resolvedAt: how.at,
  resolvedBy: how.by,
  newMemoryId: how.newMemoryId,
});
