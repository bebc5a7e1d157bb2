import type { Tenant } from '../data/tenant.ts';
import { isProtected } from '../memories/memory.ts';
import type { Metadata } from '../memories/memory.ts';
import type { StoredRelationship } from '../relationships/relationship.ts';
import type { Call } from '../server/operation.ts';
import { toIso } from '../validation/timestamps.ts';

export type Resolution = 'create_new' | 'choose_memory_1' | 'choose_memory_2' | 'keep_both';

/** Times are milliseconds since the epoch. @see docs/reference/memories.md#the-contradiction-object */
export interface StoredContradiction {
  readonly id: string;
  readonly sourceId: string;
  readonly targetId: string;
  readonly contradictionType: 'direct' | 'partial' | 'contextual';
  readonly resolutionStatus: 'unresolved' | 'resolved' | 'accepted';
  readonly confidence: number;
  readonly metadata: Metadata;
  readonly detectedAt: number;
  readonly detectedBy: string;
}

/** Returns the unresolved contradiction of two memories, in either direction. */
export const findUnresolved = (tenant: Tenant, a: string, b: string): StoredContradiction | undefined =>
  [...tenant.contradictions.values()].find(
    ({ sourceId, targetId, resolutionStatus }) =>
      resolutionStatus === 'unresolved' &&
      ((sourceId === a && targetId === b) || (sourceId === b && targetId === a)),
  );

/** Reports the contradiction of a `contradicts` relationship, unless the memories already have an unresolved one. */
export function recordContradiction({ tenant, clock, user }: Call, relationship: StoredRelationship): void {
  const { fromId, toId, confidence, createdAt } = relationship;
  if (findUnresolved(tenant, fromId, toId) !== undefined) return;
  if ([fromId, toId].some((id) => isProtected(tenant.memories.get(id)!.memoryType))) return;
  const id = clock.newId();
  tenant.contradictions.set(id, {
    id,
    sourceId: fromId,
    targetId: toId,
    contradictionType: 'direct',
    resolutionStatus: 'unresolved',
    confidence,
    metadata: {},
    detectedAt: createdAt,
    detectedBy: user.id,
  });
}

export const toContradictionResource = (contradiction: StoredContradiction) => ({
  id: contradiction.id,
  source_memory_id: contradiction.sourceId,
  target_memory_id: contradiction.targetId,
  contradiction_type: contradiction.contradictionType,
  resolution_status: contradiction.resolutionStatus,
  confidence: contradiction.confidence,
  metadata: contradiction.metadata,
  detected_at: toIso(contradiction.detectedAt),
  detected_by: contradiction.detectedBy,
});
