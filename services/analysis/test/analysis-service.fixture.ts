import { randomUUID } from 'node:crypto';
import { newId } from '@loci/core';
import type { Caller } from '@loci/core';
import type { EventEnvelope, MemoryState, RelationshipState } from '@loci/events';
import { createAnalysisService, ANALYSIS_MIGRATIONS } from '@loci/analysis-service';
import type { AccessCount, AccessFeed, AnalysisServicePorts } from '@loci/analysis-service';
import { createTestDatabase, serveRoutes, testCaller } from '@loci/testing';
import type { TestDatabase } from '@loci/testing';

/** Current time of the service in tests. */
export const NOW = new Date('2026-06-15T12:00:00.000Z');
export const hoursAgo = (hours: number): string => new Date(NOW.getTime() - hours * 3_600_000).toISOString();

/** Starts the analysis service on its own database, with fakes of the services that it calls. */
export async function startAnalysisService() {
  const testDatabase: TestDatabase = await createTestDatabase({ analysis: ANALYSIS_MIGRATIONS });
  const database = testDatabase.open('analysis');
  const accesses = createFakeAccessFeed();
  const fakes = createFakeServices();
  const drifts: number[] = [];
  const events: { onAwait: NonNullable<AnalysisServicePorts['awaitEvents']> } = {
    onAwait: () => Promise.resolve(true),
  };
  const service = createAnalysisService({
    database,
    accesses,
    memoryInventory: fakes.memoryInventory,
    graph: fakes.graph,
    document: fakes.document,
    awaitEvents: (...wait) => events.onAwait(...wait),
    onDrift: ({ analysis }) => drifts.push(analysis),
    now: () => NOW,
  });
  const runJob = (name: string) =>
    service.jobs.find((job) => job.name === name)!.run(new AbortController().signal);
  const consumer = (topic: string) => service.consumers.find((each) => each.topics.includes(topic as never))!;
  return {
    database,
    accesses,
    service,
    /** Returns an HTTP server whose requests come from `caller`. Null means that they are unauthenticated. */
    as: (caller: Caller | null = testCaller()) => serveRoutes(service.routes, caller),
    /** Delivers events to the consumer of the topic `memory`. */
    memoryEvents: (...events: EventEnvelope[]) => consumer('memory').handle(events),
    /** Delivers events to the consumer of the topic `relationship`. */
    relationshipEvents: (...events: EventEnvelope[]) => consumer('relationship').handle(events),
    fakes,
    /** `onAwait` is called while the reconciliation waits for pending events. */
    events,
    pullAccessCounts: () => runJob('pull-access-counts'),
    /** Runs the reconciliation job once and returns the reported drift. */
    reconcile: async (): Promise<number> => {
      await runJob('reconcile-read-model');
      return drifts.pop()!;
    },
    close: () => testDatabase.close(),
  };
}

/** Creates a fake access feed that returns the items of `counts` and records the requested start times. */
function createFakeAccessFeed(): AccessFeed & { counts: AccessCount[]; requestedSince: Date[] } {
  const counts: AccessCount[] = [];
  const requestedSince: Date[] = [];
  const key = (count: Pick<AccessCount, 'tenantId' | 'id' | 'lastAccessed'>) =>
    `${count.lastAccessed.toISOString()} ${count.tenantId} ${count.id}`;
  return {
    counts,
    requestedSince,
    accessedSince: ({ since, after, limit }) => {
      if (after === null) requestedSince.push(since);
      return Promise.resolve(
        counts
          .filter((count) => count.lastAccessed >= since && (after === null || key(count) > key(after)))
          .sort((a, b) => (key(a) < key(b) ? -1 : 1))
          .slice(0, limit),
      );
    },
  };
}

/** Creates fakes of the memory, graph and document services. They return stored records in pages. */
function createFakeServices() {
  const memories = new Map<string, ReturnType<typeof memoryStored>>();
  const relationships = new Map<string, ReturnType<typeof relationshipStored>>();
  const after = <T extends EventEnvelope>(
    records: ReadonlyMap<string, T>,
    tenantId: string,
    afterId: string | null,
    limit: number,
  ): T[] =>
    [...records.values()]
      .filter(
        ({ tenant_id, aggregate_id: id }) => tenant_id === tenantId && (afterId === null || id > afterId),
      )
      .sort((a, b) => (a.aggregate_id < b.aggregate_id ? -1 : 1))
      .slice(0, limit);
  const documents: StoredDocument[] = [];
  const services = {
    memories,
    documents,
    relationships,
    /** Hook that runs between reading a response from the records and returning it. */
    beforeResponse: (): Promise<void> => Promise.resolve(),
    store(...events: (ReturnType<typeof memoryStored> | ReturnType<typeof relationshipStored>)[]): void {
      for (const event of events) {
        const records: Map<string, EventEnvelope> =
          event.aggregate_type === 'memory' ? memories : relationships;
        records.set(event.aggregate_id, event);
      }
    },
    memoryInventory: {
      tenants: async (afterTenant, limit) =>
        [...new Set([...memories.values()].map((event) => event.tenant_id))]
          .sort()
          .filter((tenantId) => afterTenant === null || tenantId > afterTenant)
          .slice(0, limit),
      revisions: async (tenantId, afterId, limit) => {
        const page = after(memories, tenantId, afterId, limit).map(
          ({ aggregate_id: id, revision, data }) => ({
            id,
            revision,
            searchable: data.is_active,
          }),
        );
        await services.beforeResponse();
        return page;
      },
      states: async (tenantId, ids) => {
        const found = ids.map((id) => memories.get(id)).filter((event) => event?.tenant_id === tenantId);
        const response = found.map((event) => ({ revision: event!.revision, state: event!.data }));
        await services.beforeResponse();
        return response;
      },
    } satisfies AnalysisServicePorts['memoryInventory'],
    graph: {
      export: async ({ tenant_id: tenantId, after: { id }, limit }) => {
        const items = after(relationships, tenantId!, id, limit).map(({ tenant_id, revision, data }) => ({
          tenant_id,
          revision,
          state: data,
        }));
        await services.beforeResponse();
        return { items };
      },
    } satisfies AnalysisServicePorts['graph'],
    document: {
      documents: ({ tenant_id, created_from, created_to, limit }) =>
        Promise.resolve(
          documents
            .filter((stored) => stored.tenantId === tenant_id)
            .filter(
              ({ created_at }) => created_at >= (created_from ?? '') && created_at <= (created_to ?? '9'),
            )
            .sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
            .slice(0, limit)
            .map(({ id, filename, texts, created_at }) => ({
              id,
              filename,
              chunk_count: texts.length,
              created_at,
            })),
        ),
      chunkContents: (tenantId, ids, limit) =>
        Promise.resolve(
          documents
            .filter((stored) => stored.tenantId === tenantId && ids.includes(stored.id))
            .flatMap(({ id, texts }) =>
              texts.map((content, chunk_index) => ({ document_id: id, chunk_index, content })),
            )
            .slice(0, limit),
        ),
    } satisfies AnalysisServicePorts['document'],
  };
  return services;
}

/** Document of the fake document service. */
export interface StoredDocument {
  tenantId: string;
  id: string;
  filename: string;
  texts: string[];
  created_at: string;
}

export type MemoryChange = Partial<MemoryState> & { revision?: number };

export function memoryStored(
  tenantId: string,
  { revision = 1, ...state }: MemoryChange = {},
): EventEnvelope & { data: MemoryState } {
  const id = state.id ?? newId();
  const data: MemoryState = {
    id,
    content: 'A memory.',
    memory_type: 'fact',
    importance: 0.5,
    confidence: 0.8,
    source_type: 'direct_input',
    user_id: 'someone',
    metadata: {},
    tags: [],
    lifecycle_state: 'active',
    version: 1,
    is_active: true,
    conversation_id: null,
    content_revision: 1,
    created_at: hoursAgo(1),
    updated_at: hoursAgo(1),
    ...state,
  };
  return { ...envelope('memory', tenantId, id, revision), data };
}

export function memoryDeleted(tenantId: string, id: string, revision: number): EventEnvelope {
  return { ...envelope('memory', tenantId, id, revision), type: 'memory.deleted', data: { id } };
}

export function relationshipStored(
  tenantId: string,
  fromId: string,
  toId: string,
  { revision = 1, ...state }: Partial<RelationshipState> & { revision?: number } = {},
): EventEnvelope & { data: RelationshipState } {
  const id = state.id ?? newId();
  const data: RelationshipState = {
    id,
    from_id: fromId,
    to_id: toId,
    relationship_type: 'supports',
    direction_type: 'DIRECTED',
    strength: 0.5,
    confidence: 0.8,
    created_at: hoursAgo(1),
    updated_at: hoursAgo(1),
    origin: 'user',
    created_by: 'someone',
    is_active: true,
    ...state,
  };
  return { ...envelope('relationship', tenantId, id, revision), data };
}

export function relationshipDeleted(stored: EventEnvelope & { data: RelationshipState }): EventEnvelope {
  const { id, from_id, to_id } = stored.data;
  return {
    ...envelope('relationship', stored.tenant_id, id, stored.revision + 1),
    type: 'relationship.deleted',
    data: { id, from_id, to_id },
  };
}

function envelope(topic: 'memory' | 'relationship', tenantId: string, id: string, revision: number) {
  return {
    event_id: randomUUID(),
    type: `${topic}.${revision === 1 ? 'created' : 'updated'}`,
    schema_version: 1,
    tenant_id: tenantId,
    aggregate_type: topic,
    aggregate_id: id,
    revision,
    occurred_at: NOW.toISOString(),
    traceparent: null,
  } satisfies Omit<EventEnvelope, 'data'>;
}
