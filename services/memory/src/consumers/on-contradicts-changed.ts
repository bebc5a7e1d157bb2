import { relationshipDeletedSchema, relationshipStateSchema } from '@loci/events';
import type { EventEnvelope } from '@loci/events';
import type { Consumer } from '@loci/messaging';
import { recordContradiction } from '../contradictions/record-contradiction.ts';
import type { RecordContradictionDeps } from '../contradictions/record-contradiction.ts';
import { useExistingRelationship } from '../contradictions/use-existing-relationship.ts';
import type { UseExistingRelationshipDeps } from '../contradictions/use-existing-relationship.ts';

export type OnContradictsChangedDeps = RecordContradictionDeps & UseExistingRelationshipDeps;

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
    for (const event of events) {
      if (event.type === 'relationship.created') await onCreated(deps, event);
      if (event.type === 'relationship.deleted') {
        await useExistingRelationship(deps, event.tenant_id, relationshipDeletedSchema.parse(event.data));
      }
    }
  },
});

async function onCreated(deps: RecordContradictionDeps, event: EventEnvelope): Promise<void> {
  const state = relationshipStateSchema.parse(event.data);
  if (state.relationship_type !== 'contradicts' || state.origin !== 'user') return;
  await recordContradiction(deps, event.tenant_id, state);
}
