import { describe } from '@jest/globals';
import { describeClientConventions } from './client-conventions.ts';
import { describeClientDocuments } from './client-documents.ts';
import { describeClientGraph } from './client-graph.ts';
import { describeClientMemories } from './client-memories.ts';
import { describeClientPersonality } from './client-personality.ts';
import { describeClientSearch } from './client-search.ts';
import { describeClientStates } from './client-states.ts';
import { describeClientValidation } from './client-validation.ts';
import type { ClientTarget } from './client-target.ts';

/** Tests of the operations that the fake of `@loci/client/testing` implements. They run against servers and the fake. */
export function describeClientOperations(target: ClientTarget): void {
  describe('operations of the client', () => {
    describeClientMemories(target);
    describeClientGraph(target);
    describeClientSearch(target);
    describeClientDocuments(target);
    describeClientPersonality(target);
    describeClientStates(target);
    describeClientConventions(target);
    describeClientValidation(target);
  });
}
