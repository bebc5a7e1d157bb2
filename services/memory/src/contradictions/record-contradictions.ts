import { isProtectedType } from '@loci/contracts';
import type { RelationshipState } from '@loci/events';
import { contradictionReported } from './contradiction.events.ts';
import { newContradiction } from './contradiction.ts';
import type { ReportContradictionDeps } from './report-contradiction.ts';

export type RecordContradictionDeps = Omit<ReportContradictionDeps, 'now'>;

/**
 * Stores a contradiction for a `contradicts` relationship. Idempotent. Stores nothing if the two memories
 * have an unresolved contradiction, if a contradiction between them was resolved after the relationship was
 * created, or if one of them is protected or deleted.
 * @see docs/reference/memories.md#report-a-contradiction
 */
export async function recordContradiction(
  deps: RecordContradictionDeps,
  tenantId: string,
  relationship: RelationshipState,
): Promise<void> {
  const { from_id: sourceMemoryId, to_id: targetMemoryId } = relationship;
  const createdAt = new Date(relationship.created_at);
  await deps.inTransaction(tenantId, async (tx) => {
    const memories = await deps.memories.lock(tx, tenantId, [sourceMemoryId, targetMemoryId]);
    if (memories.length < 2 || memories.some((memory) => isProtectedType(memory.memoryType))) return;
    const known = await deps.contradictions.findByPair(tx, tenantId, sourceMemoryId, targetMemoryId);
    if (known && (known.resolvedAt === null || known.resolvedAt >= createdAt)) return;
    const contradiction = newContradiction({
      tenantId,
      id: deps.newId(),
      sourceMemoryId,
      targetMemoryId,
      contradictionType: 'direct',
      confidence: relationship.confidence,
      metadata: {},
      detectedAt: createdAt,
      detectedBy: relationship.created_by || 'system',
      relationshipId: relationship.id,
    });
    await Promise.all([
      deps.contradictions.insert(tx, contradiction),
      deps.outbox.append(tx, contradictionReported(contradiction)),
    ]);
  });
}
