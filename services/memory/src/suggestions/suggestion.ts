import type { SimilarityEvidence, SimilarityKind, SuggestionAction, SuggestionStatus } from '@loci/contracts';

/** A pair of memories that the search service found when it indexed the first one. */
export interface SimilarPair {
  tenantId: string;
  memoryId: string;
  /** Revision of the content of the first memory that was compared. */
  contentRevision: number;
  otherId: string;
  kind: SimilarityKind;
  /** Confidence, 0..1. */
  score: number;
  evidence: SimilarityEvidence;
}

/** A pair of memories that a user can merge, relate or dismiss. @see docs/reference/suggestions.md */
export interface Suggestion {
  tenantId: string;
  id: string;
  kind: SimilarityKind;
  memory: SuggestedMemory;
  other: SuggestedMemory;
  score: number;
  evidence: SimilarityEvidence;
  detectedAt: Date;
  status: SuggestionStatus;
  resolution: SuggestionResolution | null;
}

export interface SuggestedMemory {
  id: string;
  content: string;
  createdAt: Date;
}

export interface SuggestionResolution {
  action: SuggestionAction;
  /** The new memory of `merge`, the kept memory of `supersede` or the relationship of `relate`. */
  resultId: string | null;
  resolvedAt: Date;
  resolvedBy: string;
}

/** Maximum number of open suggestions of a tenant. Further pairs are not stored. */
export const MAX_OPEN_SUGGESTIONS = 10_000;

/** Returns a suggestion with its resolution. */
export const toResolvedSuggestion = (
  suggestion: Suggestion,
  resolution: SuggestionResolution,
): Suggestion => ({
  ...suggestion,
  status: resolution.action === 'dismiss' ? 'dismissed' : 'resolved',
  resolution,
});
