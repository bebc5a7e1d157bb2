import type { Outbox } from '@loci/messaging';
import type { InTransaction } from '@loci/postgres';
import type { KnownMemoryRepository } from '../known-memories/known-memory.repository.ts';
import { applyStored } from './apply-to-graph-store.ts';
import type { EdgeWriter } from './apply-to-graph-store.ts';
import { lockForBulkRemoval } from './graph-lock.ts';
import { relationshipCreated, relationshipUpdated } from './relationship.events.ts';
import type { RelationshipRepository } from './relationship.repository.ts';
import { isVersionLink, toNextRevision } from './relationship.ts';
import type { Relationship } from './relationship.ts';
import { compareUniquenessKeys } from './uniqueness-keys.ts';

export interface CarryOverDeps {
  inTransaction: InTransaction;
  relationships: Pick<RelationshipRepository, 'findActiveOfMemories' | 'deactivate' | 'insertNonConflicting'>;
  knownMemories: Pick<KnownMemoryRepository, 'findCurrentIds'>;
  graphStore: EdgeWriter;
  outbox: Outbox;
  newId(): string;
  now(): Date;
}

/** Number of relationships per transaction. Each transaction blocks the tenant's other writers. */
const BATCH_SIZE = 1_000;

/**
 * Makes the active relationships of inactive versions inactive, and creates a copy of each between the
 * current versions of its memories. Creates no copy if the relationship is a version link (see
 * {@link isVersionLink}), if one of the memories has no current version, if both have the same current
 * version, or if the copy would conflict with an existing relationship.
 *
 * Idempotent and independent of the order of events: one transaction deactivates a relationship and creates
 * its copy, and only active relationships are copied. If the current version of a memory is replaced later,
 * the copy is carried over like every other relationship.
 *
 * The memories must be recorded as inactive in a committed transaction. Writers that acquire the lock later
 * then create no relationships of these memories, and this function carries over the relationships of earlier
 * writers.
 *
 * @see docs/reference/relationships.md#relationships-of-new-versions
 * @see docs/decisions/0012-carry-over-by-copying.md
 */
export async function carryOverRelationships(
  deps: CarryOverDeps,
  tenantId: string,
  memoryIds: readonly string[],
): Promise<void> {
  let found: number;
  do {
    found = await deps.inTransaction(tenantId, async (tx) => {
      const [, active] = await Promise.all([
        lockForBulkRemoval(tx, tenantId),
        deps.relationships.findActiveOfMemories(tx, tenantId, memoryIds, BATCH_SIZE),
      ]);
      if (active.length === 0) return 0;
      const now = deps.now();
      const ends = new Set(active.flatMap(({ fromId, toId }) => [fromId, toId]));
      const currentIds = await deps.knownMemories.findCurrentIds(tx, tenantId, [...ends]);
      const ended = active.map((r) => toNextRevision({ ...r, isActive: false }, now));
      const copies = copyToCurrentVersions(active, currentIds, deps.newId, now);
      const [, inserted] = await Promise.all([
        deps.relationships.deactivate(
          tx,
          tenantId,
          active.map(({ id }) => id),
          now,
        ),
        deps.relationships.insertNonConflicting(tx, copies.toSorted(compareUniquenessKeys)),
      ]);
      const stored = copies.filter(({ id }) => inserted.has(id));
      await deps.outbox.append(tx, ...ended.map(relationshipUpdated), ...stored.map(relationshipCreated));
      tx.afterCommit(() => applyStored(deps.graphStore, [...ended, ...stored]));
      return active.length;
    });
  } while (found >= BATCH_SIZE);
}

function copyToCurrentVersions(
  relationships: readonly Relationship[],
  currentIds: ReadonlyMap<string, string>,
  newId: () => string,
  now: Date,
): Relationship[] {
  const copied = relationships.filter((relationship) => {
    const fromId = currentIds.get(relationship.fromId);
    const toId = currentIds.get(relationship.toId);
    return !isVersionLink(relationship) && fromId !== undefined && toId !== undefined && fromId !== toId;
  });
  const copyIds = new Map(copied.map(({ id }) => [id, newId()]));
  return copied.map((relationship) => ({
    ...relationship,
    id: copyIds.get(relationship.id)!,
    revision: 1,
    fromId: currentIds.get(relationship.fromId)!,
    toId: currentIds.get(relationship.toId)!,
    // The other relationship of a pair can have been deleted. Its id remains in this one, so the copy
    // receives a new id that refers to no relationship.
    inverseRelationshipId:
      relationship.directionType === 'INVERSE_PAIRED'
        ? (copyIds.get(relationship.inverseRelationshipId ?? '') ?? newId())
        : null,
    metadata: { ...relationship.metadata, carried_from: relationship.id },
    // The original has already reported a contradiction. With the origin `user`, the copy would report
    // another one.
    origin: relationship.relationshipType === 'contradicts' ? 'contradiction' : relationship.origin,
    createdAt: now,
    updatedAt: now,
  }));
}
