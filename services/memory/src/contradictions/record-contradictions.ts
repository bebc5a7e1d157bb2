import { isProtectedType } from '@loci/contracts';
import type { RelationshipState } from '@loci/events';
import { contradictionReported } from './contradiction.events.ts';
import { newContradiction } from './contradiction.ts';
import type { Contradiction } from './contradiction.ts';
import type { ReportContradictionDeps } from './report-contradiction.ts';

export type RecordContradictionsDeps = Omit<ReportContradictionDeps, 'now'>;

/**
 * Stores contradictions for `contradicts` relationships of one tenant, in their order and in one transaction.
 * Idempotent. Stores none for a relationship if its two memories have an unresolved contradiction, if a
 * contradiction between them was resolved after the relationship was created, or if one of them is protected or
 * deleted.
 * @see docs/reference/memories.md#report-a-contradiction
 */
export async function recordContradictions(
  deps: RecordContradictionsDeps,
  tenantId: string,
  relationships: readonly RelationshipState[],
): Promise<void> {
  const ends = relationships.map(({ from_id: from, to_id: to }) => [from, to] as const);
  await deps.inTransaction(tenantId, async (tx) => {
    const memories = await deps.memories.lock(tx, tenantId, [...new Set(ends.flat())]);
    const eligible = new Set(
      memories.filter((memory) => !isProtectedType(memory.memoryType)).map(({ id }) => id),
    );
    const known = await deps.contradictions.findByPairs(tx, tenantId, ends);
    const recorded = new Map<string, Contradiction>();
    relationships.forEach((relationship, i) => {
      if (!ends[i]!.every((id) => eligible.has(id))) return;
      const createdAt = new Date(relationship.created_at);
      const existing = known[i];
      if (existing && (existing.resolvedAt === null || existing.resolvedAt >= createdAt)) return;
      const pair = ends[i]!.toSorted().join();
      if (!recorded.has(pair))
        recorded.set(pair, toContradiction(tenantId, deps.newId(), relationship, createdAt));
    });
    if (recorded.size === 0) return;
    const contradictions = [...recorded.values()];
    await Promise.all([
      deps.contradictions.insert(tx, contradictions),
      deps.outbox.append(tx, ...contradictions.map(contradictionReported)),
    ]);
  });
}

const toContradiction = (
  tenantId: string,
  id: string,
  relationship: RelationshipState,
  createdAt: Date,
): Contradiction =>
  newContradiction({
    tenantId,
    id,
    sourceMemoryId: relationship.from_id,
    targetMemoryId: relationship.to_id,
    contradictionType: 'direct',
    confidence: relationship.confidence,
    metadata: {},
    detectedAt: createdAt,
    detectedBy: relationship.created_by || 'system',
    relationshipId: relationship.id,
  });
