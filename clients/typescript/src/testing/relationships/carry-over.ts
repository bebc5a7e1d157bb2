import type { Clock } from '../data/clock.ts';
import type { Tenant } from '../data/tenant.ts';
import { currentIdOf } from '../memories/memory.ts';
import { buildRelationship, findConflict } from './relationship.ts';
import type { RelationshipType, StoredRelationship } from './relationship.ts';

/** Adds the inactive relationship from a new version to a memory that it replaces. */
export function addVersionLink(
  tenant: Tenant,
  {
    id,
    fromId,
    toId,
    type,
    now,
  }: { id: string; fromId: string; toId: string; type: RelationshipType; now: number },
): void {
  const fields = { id, fromId, toId, relationshipType: type, isActive: false, isVersionLink: true };
  tenant.relationships.set(id, buildRelationship(fields, now));
}

/**
 * Makes the relationships of inactive versions inactive, and copies them to the active versions.
 *
 * @see docs/reference/relationships.md#relationships-of-new-versions
 */
export function carryOver(tenant: Tenant, clock: Clock, memoryIds: readonly string[]): void {
  const now = clock.now();
  const ended = [...tenant.relationships.values()].filter(
    ({ isActive, fromId, toId }) => isActive && (memoryIds.includes(fromId) || memoryIds.includes(toId)),
  );
  for (const relationship of ended)
    tenant.relationships.set(relationship.id, { ...relationship, isActive: false, updatedAt: now });
  const copied = ended.flatMap((relationship) => toCopy(tenant, relationship));
  const copyIds = new Map(copied.map(({ original }) => [original.id, clock.newId()]));
  for (const { original, fromId, toId } of copied) {
    const copy: StoredRelationship = {
      ...original,
      id: copyIds.get(original.id)!,
      fromId,
      toId,
      inverseRelationshipId:
        original.directionType === 'INVERSE_PAIRED'
          ? (copyIds.get(original.inverseRelationshipId ?? '') ?? null)
          : null,
      metadata: { ...original.metadata, carried_from: original.id },
      createdAt: now,
      updatedAt: now,
    };
    if (findConflict(tenant, copy) === undefined) tenant.relationships.set(copy.id, copy);
  }
}

/** Returns the ends of the copy of a relationship; nothing if it is not copied. */
function toCopy(
  tenant: Tenant,
  original: StoredRelationship,
): { original: StoredRelationship; fromId: string; toId: string }[] {
  if (original.isVersionLink) return [];
  const [from, to] = [tenant.memories.get(original.fromId), tenant.memories.get(original.toId)];
  const fromId = from === undefined ? null : currentIdOf(tenant, from);
  const toId = to === undefined ? null : currentIdOf(tenant, to);
  return fromId === null || toId === null || fromId === toId ? [] : [{ original, fromId, toId }];
}
