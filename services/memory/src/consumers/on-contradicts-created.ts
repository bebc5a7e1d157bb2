import { relationshipStateSchema } from '@loci/events';
import type { Consumer } from '@loci/messaging';
import { recordContradiction } from '../contradictions/record-contradiction.ts';
import type { RecordContradictionDeps } from '../contradictions/record-contradiction.ts';

/**
 * Makes a contradiction of each `contradicts` relationship that a user created. Those that an evolution or a
 * contradiction made are skipped, so the two services do not chase each other.
 */
export const onContradictsCreated = (deps: RecordContradictionDeps): Consumer => ({
  group: 'memory-contradictions',
  topics: ['relationship'],
  handle: async (events) => {
    for (const event of events) {
      if (event.type !== 'relationship.created') continue;
      const state = relationshipStateSchema.parse(event.data);
      if (state.relationship_type !== 'contradicts' || state.origin !== 'user') continue;
      await recordContradiction(deps, event.tenant_id, state);
    }
  },
});
