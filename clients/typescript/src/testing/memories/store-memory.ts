import type { Clock } from '../data/clock.ts';
import type { Tenant } from '../data/tenant.ts';
import type { StoredMemory } from './memory.ts';

/** Stores a new memory and its tags. */
export function insertMemory(tenant: Tenant, clock: Clock, memory: StoredMemory): void {
  tenant.memories.set(memory.id, memory);
  recordTags(tenant, clock, memory.tags);
  tenant.lastIndexed = clock.now();
}

/** Stores the next state of a memory, and keeps the replaced one. */
export function replaceMemory(tenant: Tenant, clock: Clock, next: StoredMemory): void {
  const memory = tenant.memories.get(next.id)!;
  const replaced = tenant.replaced.get(next.id) ?? [];
  replaced.push({ memory: { ...memory, accessCount: 0, lastAccessed: null }, recordedUntil: next.updatedAt });
  tenant.replaced.set(next.id, replaced);
  tenant.replacedStates += 1;
  tenant.memories.set(next.id, next);
  recordTags(tenant, clock, next.tags);
  tenant.lastIndexed = clock.now();
}

/** Deletes a memory with its relationships and contradictions. */
export function removeMemory(tenant: Tenant, clock: Clock, id: string, erase: boolean): void {
  tenant.memories.delete(id);
  tenant.deletedMemoryIds.add(id);
  if (erase) eraseRevisions(tenant, id);
  for (const { id: relationshipId, fromId, toId } of tenant.relationships.values())
    if (fromId === id || toId === id) tenant.relationships.delete(relationshipId);
  for (const { id: contradictionId, sourceId, targetId } of tenant.contradictions.values())
    if (sourceId === id || targetId === id) tenant.contradictions.delete(contradictionId);
  tenant.lastIndexed = clock.now();
}

/** Deletes the replaced states of a memory. */
export function eraseRevisions(tenant: Tenant, id: string): void {
  tenant.replacedStates -= tenant.replaced.get(id)?.length ?? 0;
  tenant.replaced.delete(id);
}

function recordTags(tenant: Tenant, clock: Clock, tags: readonly string[]): void {
  for (const tag of tags)
    if (!tenant.tags.has(tag)) tenant.tags.set(tag, { id: clock.newId(), createdAt: clock.now() });
}
