import type { MemoryClient, RecordedMemoryResource } from '@loci/contracts';
import type { EventEnvelope, MemoryState } from '@loci/events';

type StatesRequest = Parameters<MemoryClient['getStatesAt']>;

/** Creates a fake of the operation of the memory service that returns states of the past. */
export function createFakePastStates() {
  const states = new Map<string, RecordedMemoryResource>();
  const requests: { ids: string[]; times: StatesRequest[2] }[] = [];
  return {
    /** States of memories at every time, by id. A memory without an entry has no state. */
    states,
    /** Requests of the search service. */
    requests,
    /** Sets the state of the memory of an event. Fields that are not given are those of the event. */
    set: (event: EventEnvelope, part: Partial<RecordedMemoryResource> = {}): void =>
      void states.set(event.aggregate_id, toState(event.data as MemoryState, part)),
    client: {
      getStatesAt: (_tenantId, ids, times) => {
        requests.push({ ids: [...ids], times });
        const found = ids.flatMap((id) => {
          const state = states.get(id);
          return state ? [[id, state] as const] : [];
        });
        return Promise.resolve(new Map(found));
      },
    } satisfies Pick<MemoryClient, 'getStatesAt'>,
  };
}

const toState = (state: MemoryState, part: Partial<RecordedMemoryResource>): RecordedMemoryResource => ({
  id: state.id,
  content: state.content,
  memory_type: state.memory_type as RecordedMemoryResource['memory_type'],
  importance: state.importance,
  confidence: state.confidence,
  source_type: state.source_type as RecordedMemoryResource['source_type'],
  user_id: state.user_id,
  created_at: state.created_at,
  occurred_at: state.created_at,
  updated_at: state.updated_at,
  metadata: {},
  tags: state.tags,
  lifecycle_state: 'active',
  version: state.version,
  is_active: true,
  valid_from: null,
  valid_until: null,
  validity: 'current',
  expires_at: null,
  pinned: false,
  surprise_score: null,
  access_count: null,
  last_accessed: null,
  embedding_status: null,
  relationships: null,
  ...part,
});
