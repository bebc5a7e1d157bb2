import { expect } from '@jest/globals';
import { createSearchClient, isProtectedType } from '@loci/contracts';
import { newId } from '@loci/core';
import { EVENT_DATA } from '@loci/events';
import type { EventEnvelope } from '@loci/events';
import { testCaller } from '@loci/testing';
import type { TestServices } from '../support/test-services.ts';

/** An event that is delivered to one consumer group, in a tenant without any records. */
export interface Delivery {
  services: TestServices;
  event: EventEnvelope;
  /** Delivers an event to the consumer group as often as the test requires. */
  deliver(event: EventEnvelope): Promise<void>;
}

/**
 * Expected effect of an event of any version, by consumer group. Each function creates the records that the event
 * needs, delivers the event, and checks the effect through the API or, if the API does not show it, in the tables.
 */
export const EXPECTED_EFFECTS: Readonly<Record<string, (delivery: Delivery) => Promise<void>>> = {
  'memory-embeddings': async ({ services, event, deliver }) => {
    const state = EVENT_DATA['embedding.completed'].parse(event.data);
    await storeMemory(services, event.tenant_id, state.id, { contentRevision: state.content_revision });
    await deliver(event);
    const isMemory = state.kind === 'memory';
    expect(await readMemory(services, event.tenant_id, state.id)).toMatchObject({
      embedding_status: isMemory ? state.embedding_status : 'pending',
      surprise_score: isMemory ? (state.surprise_score ?? 0.5) : 0.5,
    });
  },

  'memory-relationships': async ({ services, event, deliver }) => {
    const { id, from_id: fromId, to_id: toId } = EVENT_DATA['relationship.deleted'].parse(event.data);
    for (const memoryId of [fromId, toId]) await storeMemory(services, event.tenant_id, memoryId);
    await deliver(event);
    for (const memoryId of [fromId, toId]) {
      const { relationships } = await readMemory(services, event.tenant_id, memoryId);
      expect(relationships).toEqual(
        event.type === 'relationship.deleted' ? [] : [expect.objectContaining(shownRelationship(event, id))],
      );
    }
  },

  'memory-contradictions': async ({ services, event, deliver }) => {
    const tombstone = EVENT_DATA['relationship.deleted'].parse(event.data);
    const { from_id: fromId, to_id: toId } = tombstone;
    for (const memoryId of [fromId, toId]) await storeMemory(services, event.tenant_id, memoryId);
    if (tombstone.duplicate_of !== undefined) {
      await storeContradiction(services, event.tenant_id, tombstone);
      await deliver(event);
      expect(
        await services.query(
          'memory',
          event.tenant_id,
          'SELECT relationship_id FROM contradictions WHERE tenant_id = $1',
          [event.tenant_id],
        ),
      ).toEqual([{ relationship_id: tombstone.duplicate_of }]);
      return;
    }
    await deliver(event);
    const response = await asCaller(services, event, 'memory').get(`/api/v2/memories/${toId}/contradictions`);
    const { relationship_type: type, origin } = event.data;
    const createsContradiction =
      event.type === 'relationship.created' && type === 'contradicts' && origin === 'user';
    expect(response.body.data.contradictions).toEqual(
      createsContradiction
        ? [expect.objectContaining({ target_memory_id: fromId, contradiction_type: 'direct' })]
        : [],
    );
  },

  'graph-memories': async ({ services, event, deliver }) => {
    const { tenant_id: tenantId, aggregate_id: id } = event;
    const other = crypto.randomUUID();
    await registerMemories(services, tenantId, id, other);
    const isDeleted = event.type === 'memory.deleted';
    const between = await relate(services, event, id, other);
    await deliver(event);
    const [known] = await services.query<{ deleted: boolean }>(
      'graph',
      tenantId,
      'SELECT deleted FROM known_memories WHERE tenant_id = $1 AND id = $2',
      [tenantId, id],
    );
    expect(known!.deleted).toBe(isDeleted);
    const query = { memory_id: id, include_inactive: true };
    const listed = await asCaller(services, event, 'graph').get('/api/v2/relationships').query(query);
    const found = new Map(
      (listed.body.data.items as { id: string }[]).map((relationship) => [relationship.id, relationship]),
    );
    expect(found.has(between)).toBe(!isDeleted);
    found.delete(between);
    const derived = derivedRelationships(event);
    expect([...found.keys()].sort()).toEqual(derived.map((relationship) => relationship.id).sort());
    for (const relationship of derived) expect(found.get(relationship.id)).toMatchObject(relationship);
  },

  'graph-contradictions': async ({ services, event, deliver }) => {
    const state = EVENT_DATA['contradiction.reported'].parse(event.data);
    await deliver(event);
    const response = await asCaller(services, event, 'graph').get('/api/v2/relationships');
    expect(response.body.data.items).toEqual(
      event.type === 'contradiction.reported'
        ? [
            expect.objectContaining({
              id: state.relationship_id,
              from_id: state.source_memory_id,
              to_id: state.target_memory_id,
              relationship_type: 'contradicts',
              confidence: state.confidence,
            }),
          ]
        : [],
    );
  },

  'graph-store': async ({ services, event, deliver }) => {
    const { tenant_id: tenantId } = event;
    const storedEdgeIds = async (): Promise<string[]> =>
      (await services.graphStore.edgesOf(tenantId, [...ends], { limitPerNode: 10, includeInactive: true }))
        .flatMap(({ edges }) => edges)
        .map(({ id }) => id);
    const isOfMemory = event.aggregate_type === 'memory';
    const ends: [string, string] = isOfMemory
      ? [event.aggregate_id, crypto.randomUUID()]
      : [String(event.data['from_id']), String(event.data['to_id'])];
    await registerMemories(services, tenantId, ...ends);
    if (isOfMemory) {
      const between = await relate(services, event, ...ends);
      expect(await storedEdgeIds()).toEqual([between, between]);
      await deliver(event);
      expect(await storedEdgeIds()).toEqual(event.type === 'memory.deleted' ? [] : [between, between]);
      return;
    }
    // Loads the graph before the table contains the relationship, as if another process stored the
    // relationship afterwards.
    expect(await storedEdgeIds()).toEqual([]);
    await insertRelationship(services, event, ends);
    if (event.type === 'relationship.deleted') {
      await services.graphStore.dropTenant(tenantId);
      expect(await storedEdgeIds()).toEqual([event.aggregate_id, event.aggregate_id]);
    }
    await deliver(event);
    const exists = event.type !== 'relationship.deleted';
    expect(await storedEdgeIds()).toEqual(exists ? [event.aggregate_id, event.aggregate_id] : []);
  },

  search: async ({ services, event, deliver }) => {
    const content = String(event.data['content'] ?? 'Deleted content.');
    if (event.type === 'memory.deleted') {
      await deliver(asCreated(event, content));
      expect(await searchIds(services, event.tenant_id, content)).toEqual([event.aggregate_id]);
    }
    await deliver(event);
    const { is_active: isActive, memory_type: type } = event.data;
    const isSearched =
      event.type !== 'memory.deleted' && isActive === true && !isProtectedType(type as never);
    expect(await searchIds(services, event.tenant_id, content)).toEqual(
      isSearched ? [event.aggregate_id] : [],
    );
    const item = isSearched && (await findItems(services, event.tenant_id, [event.aggregate_id]))[0];
    if (item) {
      const { user_id, importance, confidence, tags, memory_type, source_type } = item;
      const shown = { content, user_id, importance, confidence, tags, memory_type, source_type };
      expect(event.data).toMatchObject(shown);
    }
  },

  'search-documents': async ({ services, event, deliver }) => {
    const { tenant_id: tenantId } = event;
    if (event.type === 'document.deleted') {
      const chunkId = crypto.randomUUID();
      await deliver(withChunk(event, chunkId));
      expect(await findItems(services, tenantId, [chunkId])).toHaveLength(1);
      await deliver(event);
      expect(await findItems(services, tenantId, [chunkId])).toEqual([]);
      return;
    }
    if (event.type === 'document.chunks_removed') {
      const [chunkId] = EVENT_DATA['document.chunks_removed'].parse(event.data).chunk_ids;
      await deliver(withChunk(event, chunkId!));
      expect(await findItems(services, tenantId, [chunkId!])).toHaveLength(1);
      await deliver(event);
      expect(await findItems(services, tenantId, [chunkId!])).toEqual([]);
      return;
    }
    await deliver(event);
    const { chunks, user_id, chunk_count } = EVENT_DATA['document.chunks_added'].parse(event.data);
    const ids = chunks.map(({ id }) => id);
    const items = await findItems(services, tenantId, ids);
    expect(items).toEqual(
      chunks.map(({ id, content, chunk_index }) =>
        expect.objectContaining({
          id,
          kind: 'chunk',
          content,
          chunk_index,
          user_id,
          total_chunks: chunk_count,
          document_id: event.aggregate_id,
          source_type: 'document_upload',
        }),
      ),
    );
    expect(await searchIds(services, tenantId, chunks[0]!.content)).toContain(ids[0]);
  },

  'document-embeddings': async ({ services, event, deliver }) => {
    const state = EVENT_DATA['embedding.completed'].parse(event.data);
    const documentId = state.document_id ?? crypto.randomUUID();
    await storeDocument(services, event.tenant_id, documentId, state.id);
    await deliver(event);
    const response = await asCaller(services, event, 'document').get(`/api/v2/documents/${documentId}`);
    const isChunk = state.kind === 'chunk';
    expect(response.body.data).toMatchObject({
      processing_status: isChunk ? 'completed' : 'active',
      embedding_progress: { total: 1, completed: isChunk ? 1 : 0, pending: isChunk ? 0 : 1 },
    });
  },

  'analysis-memories': async ({ services, event, deliver }) => {
    await deliver(event);
    const rows = await services.query(
      'analysis',
      event.tenant_id,
      'SELECT id, revision::int, counted, content FROM analyzed_memories WHERE tenant_id = $1',
      [event.tenant_id],
    );
    const { is_active: isActive, memory_type: type, content } = event.data;
    const counted = event.type !== 'memory.deleted' && isActive === true && !isProtectedType(type as never);
    expect(rows).toEqual([
      {
        id: event.aggregate_id,
        revision: event.revision,
        counted,
        content: counted ? content : '',
      },
    ]);
    const insights = await asCaller(services, event, 'analysis').get('/api/v2/analysis/insights');
    expect(insights.body.data.memory_type_distribution).toEqual(counted ? { [String(type)]: 1 } : {});
  },

  'analysis-relationships': async ({ services, event, deliver }) => {
    await deliver(event);
    const rows = await services.query(
      'analysis',
      event.tenant_id,
      `SELECT id, revision::int, deleted, from_id, to_id, relationship_type FROM analyzed_relationships
       WHERE tenant_id = $1`,
      [event.tenant_id],
    );
    const deleted = event.type === 'relationship.deleted' || event.data['is_active'] === false;
    expect(rows).toEqual([
      {
        id: event.aggregate_id,
        revision: event.revision,
        deleted,
        from_id: event.data['from_id'],
        to_id: event.data['to_id'],
        relationship_type: deleted ? expect.any(String) : event.data['relationship_type'],
      },
    ]);
  },
};

const asCaller = (
  services: TestServices,
  event: EventEnvelope,
  service: 'memory' | 'graph' | 'document' | 'analysis',
) => services.as(testCaller({ tenantId: event.tenant_id }), service);

/** Returns the fields of a relationship in the response of a memory. */
function shownRelationship(event: EventEnvelope, id: string): object {
  const { from_id, to_id, relationship_type, direction_type, strength, confidence, created_at } = EVENT_DATA[
    'relationship.created'
  ].parse(event.data);
  return { id, from_id, to_id, relationship_type, direction_type, strength, confidence, created_at };
}

/** Returns the relationships that the graph service derives from an evolution or a resolved contradiction. */
function derivedRelationships(event: EventEnvelope): { id: string; [field: string]: unknown }[] {
  if (event.type !== 'memory.created') return [];
  const { evolved_from: evolution, supersedes = [] } = EVENT_DATA['memory.created'].parse(event.data);
  const from_id = event.aggregate_id;
  const types = {
    correction: 'supersedes',
    update: 'updates',
    expansion: 'evolution_of',
    contradiction: 'contradicts',
    deprecation: 'supersedes',
  };
  return [
    ...supersedes.map(({ relationship_id: id, memory_id: to_id }) => ({
      id,
      from_id,
      to_id,
      relationship_type: 'supersedes',
    })),
    ...(evolution
      ? [
          {
            id: evolution.evolution_id,
            from_id,
            to_id: evolution.original_memory_id,
            relationship_type: types[evolution.evolution_type],
          },
        ]
      : []),
  ];
}

async function storeMemory(
  services: TestServices,
  tenantId: string,
  id: string,
  { contentRevision = 1 }: { contentRevision?: number } = {},
): Promise<void> {
  await services.query(
    'memory',
    tenantId,
    `INSERT INTO memories (tenant_id, id, revision, content, content_revision, memory_type, importance, confidence,
       source_type, user_id, metadata, tags, lifecycle_state, version, is_active, chain_id, created_at, updated_at,
       embedding_status, surprise_score)
     VALUES ($1, $2, $3::int, 'A memory.', $3::int, 'fact', 0.5, 0.8, 'direct_input', 'ada', '{}', '{}', 'active', 1, true, $2,
       now(), now(), 'pending', 0.5)`,
    [tenantId, id, contentRevision],
  );
}

async function readMemory(
  services: TestServices,
  tenantId: string,
  id: string,
): Promise<Record<string, unknown>> {
  const response = await services
    .as(testCaller({ tenantId }), 'memory')
    .get(`/api/v2/memories/${id}?include_inactive=true`);
  return (response.body as { data: Record<string, unknown> }).data;
}

/** Registers memories as known to the graph service. */
async function registerMemories(services: TestServices, tenantId: string, ...ids: string[]): Promise<void> {
  await services.query(
    'graph',
    tenantId,
    'INSERT INTO known_memories (tenant_id, id, deleted) SELECT $1, id, false FROM unnest($2::uuid[]) id',
    [tenantId, ids],
  );
}

/** Stores an unresolved contradiction that names the relationship. */
async function storeContradiction(
  services: TestServices,
  tenantId: string,
  { id, from_id: sourceId, to_id: targetId }: { id: string; from_id: string; to_id: string },
): Promise<void> {
  await services.query(
    'memory',
    tenantId,
    `INSERT INTO contradictions (tenant_id, id, revision, source_memory_id, target_memory_id, contradiction_type,
       resolution_status, confidence, metadata, detected_at, detected_by, relationship_id)
     VALUES ($1, $2, 1, $3, $4, 'direct', 'unresolved', 0.8, '{}', now(), 'ada', $5)`,
    [tenantId, crypto.randomUUID(), sourceId, targetId, id],
  );
}

/** Creates a relationship and returns its id. */
async function relate(
  services: TestServices,
  event: EventEnvelope,
  fromId: string,
  toId: string,
): Promise<string> {
  const response = await asCaller(services, event, 'graph')
    .post('/api/v2/relationships')
    .send({ from_id: fromId, to_id: toId, relationship_type: 'example_of' });
  return (response.body as { data: { id: string } }).data.id;
}

/** Inserts the relationship in its state at the time of the event, or in its state before a deletion. */
async function insertRelationship(
  services: TestServices,
  event: EventEnvelope,
  ends: readonly [string, string],
): Promise<void> {
  const { tenant_id: tenantId, aggregate_id: id, revision, data } = event;
  // Events do not contain the inverse relationship.
  const inverse = data['direction_type'] === 'INVERSE_PAIRED' ? ['child_of', newId()] : [null, null];
  await services.query(
    'graph',
    tenantId,
    `INSERT INTO relationships (tenant_id, id, revision, from_id, to_id, relationship_type, direction_type, inverse_type,
       inverse_relationship_id, strength, confidence, evidence, traversal_properties, metadata, origin, created_by,
       created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0.5, 0.8, '{}', '{}', '{}', 'user', 'ada', now(), now())`,
    [
      tenantId,
      id,
      event.type === 'relationship.deleted' ? revision - 1 : revision,
      ...ends,
      data['relationship_type'] ?? 'supports',
      data['direction_type'] ?? 'DIRECTED',
      ...inverse,
    ],
  );
}

async function storeDocument(
  services: TestServices,
  tenantId: string,
  documentId: string,
  chunkId: string,
): Promise<void> {
  await services.query(
    'document',
    tenantId,
    `INSERT INTO documents (tenant_id, id, user_id, filename, content_type, size_bytes, content_sha256, object_key,
       metadata, processing_status, chunk_count, embedded_count, failed_count, created_at, updated_at)
     VALUES ($1, $2, 'ada', 'a.txt', 'text/plain', 5, sha256('Text.'), $3, '{}', 'active', 1, 0, 0, now(), now())`,
    [tenantId, documentId, `${tenantId}/document/${documentId}`],
  );
  await services.query(
    'document',
    tenantId,
    `INSERT INTO chunks VALUES ($1, $2, $3, 0, 'Text.', 0, 5, '{}', 'pending', now())`,
    [tenantId, chunkId, documentId],
  );
}

/** Returns the ids of the items that the keyword index finds. */
async function searchIds(services: TestServices, tenantId: string, query: string): Promise<string[]> {
  const { columns } = await services.client('search', createSearchClient).candidates({
    tenant_id: tenantId,
    query: query.slice(0, 200),
    filter: {},
    window: 10,
    keyword: true,
    vector: true,
    conversation_neighbors: false,
  });
  return columns
    .items()
    .filter(({ keyword_score: score }) => score !== null)
    .map(({ id }) => id);
}

async function findItems(services: TestServices, tenantId: string, ids: string[]) {
  const { items } = await services
    .client('search', createSearchClient)
    .items({ tenant_id: tenantId, ids, query: null, include_neighbors: 0 });
  return items;
}

/** Builds the creation event of the memory that `event` deletes. */
const asCreated = (event: EventEnvelope, content: string): EventEnvelope => ({
  ...event,
  type: 'memory.created',
  revision: 1,
  data: {
    id: event.aggregate_id,
    content,
    memory_type: 'fact',
    importance: 0.5,
    confidence: 0.8,
    source_type: 'direct_input',
    user_id: 'ada',
    metadata: {},
    tags: [],
    lifecycle_state: 'active',
    version: 1,
    is_active: true,
    conversation_id: null,
    content_revision: 1,
    created_at: event.occurred_at,
    updated_at: event.occurred_at,
  },
});

/** Builds an event that adds one chunk to the document of `event`. */
const withChunk = (event: EventEnvelope, chunkId: string): EventEnvelope => ({
  ...event,
  type: 'document.chunks_added',
  revision: 1,
  data: {
    id: event.aggregate_id,
    chunk_count: 1,
    user_id: 'ada',
    created_at: event.occurred_at,
    updated_at: event.occurred_at,
    chunks: [{ id: chunkId, chunk_index: 0, content: 'Deleted.', start_char: 0, end_char: 8, metadata: {} }],
  },
});
