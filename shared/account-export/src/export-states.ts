import type { Loci } from '@loci/client';
import type {
  ContradictionStateRecord,
  MemoryStateRecord,
  RelationshipStateRecord,
} from './export-record.ts';
import { PAGE_SIZE } from './list-options.ts';

/**
 * Returns all states of the memories, contradictions and relationships of a tenant. Contradictions come before
 * relationships, because a restored `contradicts` relationship reports a contradiction unless it exists.
 */
export async function* exportStates(
  loci: Loci,
): AsyncGenerator<MemoryStateRecord | ContradictionStateRecord | RelationshipStateRecord> {
  const page = { per_page: PAGE_SIZE };
  for await (const state of loci.memories.iterateStates(page))
    yield { record: state.memory_type === 'checkpoint' ? 'context_state' : 'memory_state', ...state };
  for await (const state of loci.contradictions.iterateStates(page))
    yield { record: 'contradiction_state', ...state };
  for await (const state of loci.relationships.iterateStates(page))
    yield { record: 'relationship_state', ...state };
}
