import type { Caller } from '@loci/core';
import type { EventEnvelope, EventType } from '@loci/events';
import { createMemoryClient } from '@loci/contracts';
import { testCaller } from '@loci/testing';
import { REJECTED_CONTENT } from '../support/test-services.ts';
import type { TestServices } from '../support/test-services.ts';

/** An event that the current services publish. */
export interface WrittenEvent {
  /** Name of the sample. It describes the difference from other events of the same type. */
  name: string;
  event: EventEnvelope;
}

type Data = Record<string, unknown> & { id: string };

/** Text whose chunks need two events, because one event carries at most 250,000 characters. */
const LARGE_TEXT = Array.from({ length: 6_000 }, (_, i) => `Ship ${i} passed the lighthouse at dusk.`).join(
  ' ',
);

/**
 * Performs actions after which the services publish events of every type, in every form that consumers
 * distinguish.
 *
 * @returns one event of each form, and the types of all published events
 */
export async function writeEvents(
  services: TestServices,
): Promise<{ named: WrittenEvent[]; types: Set<string> }> {
  const caller = testCaller();
  const memory = (body: object): Promise<Data> => post(services, caller, 'memory', '/api/v2/memories', body);
  const relate = (body: object): Promise<Data> =>
    post(services, caller, 'graph', '/api/v2/relationships', body);

  const plain = await memory({ content: 'Ada prefers tea.', tags: ['drinks'], importance: 0.7 });
  const spoken = await memory({
    content: 'Do you play an instrument?',
    memory_type: 'conversation',
    metadata: { conversation_id: 'a talk' },
  });
  const checkpoint = await memory({
    content: 'Before the release.',
    memory_type: 'checkpoint',
    metadata: { name: 'release' },
  });
  const identity = await services.client('memory', createMemoryClient).createProtected({
    tenant_id: caller.tenantId,
    user_id: caller.userId,
    memory_type: 'identity_core',
    content: 'A careful librarian.',
    metadata: { persona_id: 'professional' },
  });
  const refused = await memory({ content: REJECTED_CONTENT });
  const doomed = await memory({ content: 'Soon forgotten.' });

  await services.deliverAll(caller.tenantId);
  await services.as(caller, 'memory').put(`/api/v2/memories/${plain.id}`).send({ content: 'Ada likes tea.' });
  const evolved = await post(services, caller, 'memory', `/api/v2/memories/${checkpoint.id}/evolve`, {
    new_content: 'After the release.',
    evolution_type: 'update',
    reason: 'It went out.',
  });
  const deprecated = await memory({ content: 'The office is in Bath.' });
  await post(services, caller, 'memory', `/api/v2/memories/${deprecated.id}/evolve`, {
    new_content: 'There is no office.',
    evolution_type: 'deprecation',
  });

  const ends = { from_id: plain.id, to_id: spoken.id };
  const directed = await relate({ ...ends, relationship_type: 'supports', evidence: { page: 3 } });
  const bothWays = await relate({
    ...ends,
    relationship_type: 'sibling_of',
    direction_type: 'BIDIRECTIONAL',
  });
  const paired = await relate({
    ...ends,
    relationship_type: 'parent_of',
    direction_type: 'INVERSE_PAIRED',
    inverse_type: 'child_of',
  });
  await services.as(caller, 'graph').patch(`/api/v2/relationships/${directed.id}`).send({ strength: 1 });
  await services.as(caller, 'graph').delete(`/api/v2/relationships/${bothWays.id}`);
  const limited = await relate({
    ...ends,
    relationship_type: 'documents',
    valid_from: '2026-01-01',
    valid_until: '9999-01-01',
  });
  const stated = await relate({ ...ends, relationship_type: 'contradicts' });

  const contradict = async (source: Data, target: Data): Promise<Data> =>
    post(services, caller, 'memory', '/api/v2/memories/contradictions', {
      source_memory_id: source.id,
      target_memory_id: target.id,
      contradiction_type: 'partial',
      metadata: { description: 'Both cannot hold.' },
    });
  const resolve = (contradiction: Data, body: object): Promise<Data> =>
    post(services, caller, 'memory', `/api/v2/memories/contradictions/${contradiction.id}/resolve`, body);
  // Before the contradiction is reported, the user creates a `contradicts` relationship in the same
  // direction.
  const disputed = await memory({ content: 'The ferry leaves at noon.' });
  const disputing = await memory({ content: 'The ferry leaves at one.' });
  const existing = await relate({
    from_id: disputing.id,
    to_id: disputed.id,
    relationship_type: 'contradicts',
  });
  await contradict(disputing, disputed);
  const kept = await contradict(plain, doomed);
  await resolve(kept, { resolution: 'keep_both', reason: 'Depends.' });
  const [one, other] = [await memory({ content: 'It rains.' }), await memory({ content: 'It is dry.' })];
  const merged = await contradict(one, other);
  const resolution = await resolve(merged, { resolution: 'create_new', new_content: 'It rains at times.' });
  await services.as(caller, 'memory').delete(`/api/v2/memories/${doomed.id}`);

  const small = await upload(services, caller, 'notes.md', '# Notes\n\nOil the chain every month.');
  const large = await upload(services, caller, 'ships.txt', LARGE_TEXT);
  const events = await services.deliverAll(caller.tenantId);
  await services.as(caller, 'document').post(`/api/v2/documents/${small.id}/reprocess`);
  await services.as(caller, 'document').delete(`/api/v2/documents/${large.id}`);
  events.push(
    ...(await services.deliverAll(caller.tenantId)).filter(({ type }) =>
      ['document.deleted', 'document.chunks_removed'].includes(type),
    ),
  );

  const find = (type: EventType, name: string, matches: (event: EventEnvelope) => boolean): WrittenEvent => {
    const event = events.find((each) => each.type === type && matches(each));
    if (!event) throw new Error(`The services published no ${type} event (${name}).`);
    return { name, event };
  };
  const of = (record: { id: string }) => (event: EventEnvelope) => event.aggregate_id === record.id;
  const ofId = (id: unknown) => (event: EventEnvelope) => event.aggregate_id === id;
  const from = (origin: string) => (event: EventEnvelope) => event.data['origin'] === origin;
  return {
    types: new Set(events.map(({ type }) => type)),
    named: [
      find('memory.created', 'plain', of(plain)),
      find('memory.created', 'conversation', of(spoken)),
      find('memory.created', 'checkpoint', of(checkpoint)),
      find('memory.created', 'protected', of(identity)),
      find('memory.created', 'evolved', ofId(evolved['new_memory_id'])),
      find('memory.created', 'resolves-contradiction', ofId(resolution['new_memory_id'])),
      find('memory.updated', 'new-content', of(plain)),
      find('memory.updated', 'evolved', of(checkpoint)),
      find('memory.updated', 'deprecated', of(deprecated)),
      find('memory.deleted', 'plain', of(doomed)),
      find('relationship.created', 'directed', of(directed)),
      find('relationship.created', 'bidirectional', of(bothWays)),
      find('relationship.created', 'inverse-paired', of(paired)),
      find('relationship.created', 'contradicts', of(stated)),
      find('relationship.created', 'limited-period', of(limited)),
      find('relationship.created', 'origin-evolution', from('evolution')),
      find('relationship.created', 'origin-contradiction', from('contradiction')),
      find('relationship.updated', 'new-strength', of(directed)),
      find('relationship.deleted', 'plain', of(bothWays)),
      find('relationship.deleted', 'duplicate', ({ data }) => data['duplicate_of'] === existing.id),
      find('contradiction.reported', 'reported-by-user', of(kept)),
      find(
        'contradiction.reported',
        'reported-by-relationship',
        ({ data }) => data['relationship_id'] === stated.id,
      ),
      find('contradiction.resolved', 'keep-both', of(kept)),
      find('contradiction.resolved', 'create-new', of(merged)),
      find('embedding.completed', 'memory', of(plain)),
      find(
        'embedding.completed',
        'updated-content',
        (event) => of(plain)(event) && event.data['content_revision'] === 2,
      ),
      find('embedding.completed', 'chunk', ({ data }) => data['document_id'] === small.id),
      find('embedding.failed', 'memory', of(refused)),
      find('document.created', 'small', of(small)),
      shortened(find('document.chunks_added', 'large-document', of(large))),
      find('document.chunks_removed', 'reprocessed', of(small)),
      find('document.deleted', 'plain', of(large)),
    ],
  };
}

/** Removes all chunks except the first two, to keep the sample small. */
const shortened = ({ name, event }: WrittenEvent): WrittenEvent => ({
  name,
  event: { ...event, data: { ...event.data, chunks: (event.data['chunks'] as unknown[]).slice(0, 2) } },
});

async function post(
  services: TestServices,
  caller: Caller,
  service: 'memory' | 'graph',
  path: string,
  body: object,
): Promise<Data> {
  const response = await services.as(caller, service).post(path).send(body);
  if (response.status >= 300) throw new Error(`${path} returned ${response.status}: ${response.text}`);
  return (response.body as { data: Data }).data;
}

async function upload(services: TestServices, caller: Caller, filename: string, text: string): Promise<Data> {
  const response = await services
    .as(caller, 'document')
    .post('/api/v2/documents/upload')
    .attach('file', Buffer.from(text), filename);
  if (response.status !== 201) throw new Error(`The upload returned ${response.status}: ${response.text}`);
  return (response.body as { data: Data }).data;
}
