import { relationshipDeletedSchema, relationshipStateSchema } from '@loci/events';
import type { EventEnvelope, RelationshipState } from '@loci/events';
import type { Consumer } from '@loci/messaging';
import type { RelationshipReplacement } from '../contradictions/contradiction.repository.ts';
import { recordContradictions } from '../contradictions/record-contradictions.ts';
import type { RecordContradictionsDeps } from '../contradictions/record-contradictions.ts';
import { useExistingRelationships } from '../contradictions/use-existing-relationships.ts';
import type { UseExistingRelationshipsDeps } from '../contradictions/use-existing-relationships.ts';

export type OnContradictsChangedDeps = RecordContradictionsDeps & UseExistingRelationshipsDeps;

/**
 * Maximum number of events per transaction. A transaction holds one lock per memory until it ends, and PostgreSQL has
 * room for a few thousand locks.
 */
const MAX_BATCH_SIZE = 250;

/**
 * Keeps contradictions consistent with `contradicts` relationships. Records a contradiction for each
 * relationship that a user created. If the graph service reports the relationship of a contradiction as a
 * duplicate, stores the id of the existing relationship in the contradiction. Ignores relationships that were
 * created from an evolution or a contradiction, so that the two services do not trigger each other in a loop.
 * Idempotent.
 */
export const onContradictsChanged = (deps: OnContradictsChangedDeps): Consumer => ({
  group: 'memory-contradictions',
  topics: ['relationship'],
  handle: async (events) => {
    for (const [tenantId, ofTenant] of Map.groupBy(events, (event) => event.tenant_id)) {
      for (const { created, replacements } of toBatches(ofTenant)) {
        if (created.length > 0) await recordContradictions(deps, tenantId, created);
        if (replacements.length > 0) await useExistingRelationships(deps, tenantId, replacements);
      }
    }
  },
});

/** Changes that are stored together, the created relationships first. */
interface Batch {
  created: RelationshipState[];
  replacements: RelationshipReplacement[];
  /** Ids of the replaced and of the existing relationships. */
  replacedIds: Set<string>;
}

/**
 * Divides the events of a tenant into batches. Handling the batches has the same result as handling the events one by one:
 * a batch contains no created relationship after a replacement, and no two replacements of the same relationship.
 */
function toBatches(events: readonly EventEnvelope[]): Batch[] {
  const batches: Batch[] = [];
  const addTo = (fits: (batch: Batch) => boolean): Batch => {
    const last = batches.at(-1);
    if (last && last.created.length + last.replacements.length < MAX_BATCH_SIZE && fits(last)) return last;
    const next = { created: [], replacements: [], replacedIds: new Set<string>() };
    batches.push(next);
    return next;
  };
  for (const event of events) {
    const created = toCreated(event);
    if (created) addTo((batch) => batch.replacements.length === 0).created.push(created);
    const replacement = toReplacement(event);
    if (replacement) {
      const ids = [replacement.relationshipId, replacement.existingId];
      const batch = addTo(({ replacedIds }) => !ids.some((id) => replacedIds.has(id)));
      batch.replacements.push(replacement);
      for (const id of ids) batch.replacedIds.add(id);
    }
  }
  return batches;
}

function toCreated(event: EventEnvelope): RelationshipState | null {
  if (event.type !== 'relationship.created') return null;
  const state = relationshipStateSchema.parse(event.data);
  return state.relationship_type === 'contradicts' && state.origin === 'user' ? state : null;
}

function toReplacement(event: EventEnvelope): RelationshipReplacement | null {
  if (event.type !== 'relationship.deleted') return null;
  const {
    id: relationshipId,
    from_id: sourceMemoryId,
    to_id: targetMemoryId,
    duplicate_of: existingId,
  } = relationshipDeletedSchema.parse(event.data);
  return existingId === undefined ? null : { sourceMemoryId, targetMemoryId, relationshipId, existingId };
}
