import { memoryDeletedSchema, memoryStateSchema } from '@loci/events';
import type { EventEnvelope } from '@loci/events';
import type { Consumer } from '@loci/messaging';
import type { Database } from '@loci/postgres';
import { findDeletedMemories } from '../known-memories/find-deleted-memories.ts';
import type { FindDeletedMemoriesDeps } from '../known-memories/find-deleted-memories.ts';
import { deletedMemory, existingMemory } from '../known-memories/known-memory.repository.ts';
import type { ObservedMemory } from '../known-memories/known-memory.repository.ts';
import { toObservedMemories } from '../known-memories/to-observed-memory.ts';
import { carryOverRelationships } from '../relationships/carry-over-relationships.ts';
import { deriveRelationships } from '../relationships/derive-relationships.ts';
import type { DerivedRelationship, DeriveRelationshipsDeps } from '../relationships/derive-relationships.ts';
import { EVOLUTION_RELATIONSHIP_TYPES } from '../relationships/relationship.ts';
import { removeRelationshipsOfMemories } from '../relationships/remove-relationships-of-memories.ts';
import type { RemoveRelationshipsDeps } from '../relationships/remove-relationships-of-memories.ts';
import { eraseRevisionsOfMemories } from '../revisions/erase-revisions.ts';
import type { EraseRevisionsDeps } from '../revisions/erase-revisions.ts';
import { groupByTenant } from './group-by-tenant.ts';

export type OnMemoryChangedDeps = Omit<DeriveRelationshipsDeps, 'relationships'> &
  RemoveRelationshipsDeps &
  EraseRevisionsDeps &
  FindDeletedMemoriesDeps & {
    database: Pick<Database, 'inSystemTransaction'>;
    relationships: DeriveRelationshipsDeps['relationships'];
  };

/**
 * Records which memories exist, connects a new version or resolution to the memories that it replaces, carries
 * over the relationships of inactive versions, and removes the relationships of deleted memories. If a memory was erased,
 * also deletes the revisions of its relationships.
 */
export const onMemoryChanged = (deps: OnMemoryChangedDeps): Consumer => ({
  group: 'graph-memories',
  topics: ['memory'],
  handle: async (events) => {
    const tenants = await Promise.all(
      Array.from(groupByTenant(events), async ([tenantId, ofTenant]) => {
        const deletedSince = await findDeletedMemories(deps, tenantId, ofTenant, existingMemoriesOf);
        const observed = ofTenant
          .flatMap(toObserved)
          .filter(({ id, deleted }) => deleted || !deletedSince.has(id));
        return { tenantId, ofTenant, deletedSince, observed };
      }),
    );
    const allObserved = tenants.flatMap(({ observed }) => observed);
    await deps.database.inSystemTransaction((tx) => deps.knownMemories.record(tx, allObserved));
    for (const { tenantId, ofTenant, deletedSince, observed } of tenants) {
      const derived = ofTenant
        .flatMap(derivedRelationships)
        .filter(({ fromId, toId }) => !deletedSince.has(fromId) && !deletedSince.has(toId));
      await deriveRelationships(deps, tenantId, derived);
      const inactive = observed.filter((memory) => !memory.isActive);
      if (inactive.length > 0) {
        await carryOverRelationships(
          deps,
          tenantId,
          inactive.map(({ id }) => id),
        );
      }
      const deleted = ofTenant.filter(isDeletion).map((event) => event.aggregate_id);
      if (deleted.length > 0) await removeRelationshipsOfMemories(deps, tenantId, deleted);
      const erased = ofTenant.filter(isErasure).map((event) => event.aggregate_id);
      if (erased.length > 0) await eraseRevisionsOfMemories(deps, tenantId, erased);
    }
  },
});

const versionSchema = memoryStateSchema.pick({
  version: true,
  is_active: true,
  superseded_by: true,
  superseded_with: true,
});

/**
 * Returns the states of memories that an event reports. An event without `superseded_by` was published before
 * the field was added. Such an event reports an inactive version without its successor, so the reconciler
 * records the version instead.
 */
function toObserved(event: EventEnvelope): ObservedMemory[] {
  const { tenant_id: tenantId, aggregate_id: id } = event;
  if (isDeletion(event)) {
    const supersededBy = memoryDeletedSchema.parse(event.data).superseded_by ?? null;
    if (supersededBy === null) return [deletedMemory(tenantId, id)];
    // A deleted version with a successor is inactive, even if the event of its replacement was lost.
    const version = { ...deletedMemory(tenantId, id), isActive: false, supersededBy };
    return [version, existingMemory(tenantId, supersededBy)];
  }
  const state = versionSchema.safeParse(event.data).data;
  if (state?.superseded_by === undefined) return [existingMemory(tenantId, id)];
  const { superseded_by: supersededBy, superseded_with: replacedTogether = [] } = state;
  return [
    ...toObservedMemories(tenantId, { ...state, id, superseded_by: supersededBy }),
    // Otherwise, a relationship between memories that were replaced together would first be copied to the memory
    // whose event arrives later.
    ...replacedTogether.map((other) => ({
      ...existingMemory(tenantId, other),
      isActive: false,
      supersededBy,
    })),
  ];
}

const predecessorsSchema = memoryStateSchema.pick({ user_id: true, evolved_from: true, supersedes: true });

/** Returns true if no earlier state of the deleted memory, or of its relationships, may be kept. */
const isErasure = (event: EventEnvelope): boolean =>
  isDeletion(event) && memoryDeletedSchema.parse(event.data).erased === true;

const isDeletion = (event: EventEnvelope): boolean => event.type === 'memory.deleted';

/** Returns the ids of the memories that exist according to an event. */
const existingMemoriesOf = (event: EventEnvelope): string[] => [
  ...toObserved(event).flatMap(({ id, deleted }) => (deleted ? [] : [id])),
  ...derivedRelationships(event).flatMap(({ fromId, toId }) => [fromId, toId]),
];

/** Returns the relationships from a created memory to the memories that it evolved from or supersedes. */
function derivedRelationships(event: EventEnvelope): DerivedRelationship[] {
  if (event.type !== 'memory.created') return [];
  const {
    evolved_from: evolution,
    supersedes = [],
    user_id: createdBy,
  } = predecessorsSchema.parse(event.data);
  const fromId = event.aggregate_id;
  const derived: DerivedRelationship[] = supersedes.map(({ relationship_id: id, memory_id: toId }) => ({
    id,
    fromId,
    toId,
    relationshipType: 'supersedes',
    origin: 'contradiction',
    createdBy,
  }));
  if (evolution) {
    derived.push({
      id: evolution.evolution_id,
      fromId,
      toId: evolution.original_memory_id,
      relationshipType: EVOLUTION_RELATIONSHIP_TYPES[evolution.evolution_type],
      origin: 'evolution',
      createdBy,
    });
  }
  return derived;
}
