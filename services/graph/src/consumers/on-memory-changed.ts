import { memoryStateSchema } from '@loci/events';
import type { EventEnvelope } from '@loci/events';
import type { Consumer } from '@loci/messaging';
import type { Database } from '@loci/postgres';
import type { KnownMemoryRepository } from '../known-memories/known-memory.repository.ts';
import { deriveRelationships } from '../relationships/derive-relationships.ts';
import type { DerivedRelationship, DeriveRelationshipsDeps } from '../relationships/derive-relationships.ts';
import { TYPE_OF_EVOLUTION } from '../relationships/relationship.ts';
import { removeRelationshipsOfMemories } from '../relationships/remove-relationships-of-memories.ts';
import type { RemoveRelationshipsDeps } from '../relationships/remove-relationships-of-memories.ts';
import { byTenant } from './by-tenant.ts';

export type OnMemoryChangedDeps = Omit<DeriveRelationshipsDeps, 'relationships'> &
  RemoveRelationshipsDeps & {
    database: Pick<Database, 'inSystemTransaction'>;
    relationships: DeriveRelationshipsDeps['relationships'];
    knownMemories: Pick<KnownMemoryRepository, 'record'>;
  };

/** Learns which memories there are, links a memory to those it was made of, clears up after a deleted one. */
export const onMemoryChanged = (deps: OnMemoryChangedDeps): Consumer => ({
  group: 'graph-memories',
  topics: ['memory'],
  handle: async (events) => {
    await deps.database.inSystemTransaction((tx) =>
      deps.knownMemories.record(
        tx,
        events.map((event) => ({
          tenantId: event.tenant_id,
          id: event.aggregate_id,
          deleted: isDeletion(event),
        })),
      ),
    );
    for (const [tenantId, ofTenant] of byTenant(events)) {
      await deriveRelationships(deps, tenantId, ofTenant.flatMap(successionsOf));
      const deleted = ofTenant.filter(isDeletion).map((event) => event.aggregate_id);
      if (deleted.length > 0) await removeRelationshipsOfMemories(deps, tenantId, deleted);
    }
  },
});

const madeOfOthers = memoryStateSchema.pick({ user_id: true, evolved_from: true, supersedes: true });

const isDeletion = (event: EventEnvelope): boolean => event.type === 'memory.deleted';

function successionsOf(event: EventEnvelope): DerivedRelationship[] {
  if (event.type !== 'memory.created') return [];
  const { evolved_from: evolution, supersedes = [], user_id: createdBy } = madeOfOthers.parse(event.data);
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
      relationshipType: TYPE_OF_EVOLUTION[evolution.evolution_type],
      origin: 'evolution',
      createdBy,
    });
  }
  return derived;
}
