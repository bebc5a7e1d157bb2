import { randomUUID } from 'node:crypto';
import { newId } from '@loci/core';
import { CHUNK_REVISION, DELETED_CHUNK_REVISION } from '@loci/events';
import type { ChunkState, EventEnvelope, MemoryState, Topic } from '@loci/events';

function envelope(
  topic: Topic,
  type: string,
  tenantId: string,
  id: string,
  revision: number,
  data: Record<string, unknown>,
): EventEnvelope {
  return {
    event_id: randomUUID(),
    type,
    schema_version: 1,
    tenant_id: tenantId,
    aggregate_type: topic,
    aggregate_id: id,
    revision,
    occurred_at: new Date().toISOString(),
    traceparent: null,
    data,
  };
}

/** Creates a `memory.created` event at revision 1. */
export function memoryCreated(tenantId: string, part: Partial<MemoryState> = {}): EventEnvelope {
  const id = part.id ?? newId();
  const state: MemoryState = {
    id,
    content: 'Ada prefers tea to coffee.',
    memory_type: 'fact',
    importance: 0.5,
    confidence: 0.8,
    source_type: 'direct_input',
    user_id: '0199a000-0000-7000-8000-000000000001',
    metadata: {},
    tags: [],
    lifecycle_state: 'active',
    version: 1,
    is_active: true,
    conversation_id: null,
    content_revision: 1,
    created_at: '2026-06-01T12:00:00.000Z',
    updated_at: '2026-06-01T12:00:00.000Z',
    ...part,
  };
  return envelope('memory', 'memory.created', tenantId, id, 1, state);
}

/** Creates a `memory.updated` event at the next revision. New content increments the content revision. */
export function memoryUpdated(before: EventEnvelope, part: Partial<MemoryState>): EventEnvelope {
  const state = before.data as MemoryState;
  const contentRevision = state.content_revision + (part.content === undefined ? 0 : 1);
  const data = { ...state, content_revision: contentRevision, ...part };
  return envelope(
    'memory',
    'memory.updated',
    before.tenant_id,
    before.aggregate_id,
    before.revision + 1,
    data,
  );
}

/** Creates a `memory.deleted` event at the next revision. */
export const memoryDeleted = (before: EventEnvelope): EventEnvelope =>
  envelope('memory', 'memory.deleted', before.tenant_id, before.aggregate_id, before.revision + 1, {
    id: before.aggregate_id,
  });

/**
 * Creates a `document.created` event.
 *
 * @param texts contents of the chunks
 * @param overlap number of characters that consecutive chunks share
 */
export function documentCreated(tenantId: string, texts: readonly string[], overlap = 0): EventEnvelope {
  const id = newId();
  let start = 0;
  const chunks = texts.map((content, index): ChunkState => {
    const from = start;
    start = from + content.length - overlap;
    return {
      id: newId(),
      chunk_index: index,
      content,
      start_char: from,
      end_char: from + content.length,
      metadata: { page: 1 + index, section: `Part ${index}` },
    };
  });
  return envelope('document', 'document.created', tenantId, id, CHUNK_REVISION, {
    id,
    filename: 'notes.txt',
    content_type: 'text/plain',
    size: 100,
    chunk_count: texts.length,
    processing_status: 'active',
    metadata: {},
    user_id: '0199a000-0000-7000-8000-000000000001',
    created_at: '2026-06-02T12:00:00.000Z',
    updated_at: '2026-06-02T12:00:00.000Z',
    chunks,
  });
}

/**
 * Moves the chunks with an index of at least `first` from a document event to a new event.
 *
 * @returns the new `document.chunks_added` event
 */
export function splitChunks(before: EventEnvelope, first: number): EventEnvelope {
  const chunks = before.data['chunks'] as ChunkState[];
  const rest = envelope(
    'document',
    'document.chunks_added',
    before.tenant_id,
    before.aggregate_id,
    before.revision,
    { ...before.data, chunks: chunks.slice(first) },
  );
  before.data['chunks'] = chunks.slice(0, first);
  return rest;
}

/** Creates a `document.deleted` event. */
export const documentDeleted = (before: EventEnvelope): EventEnvelope =>
  envelope('document', 'document.deleted', before.tenant_id, before.aggregate_id, DELETED_CHUNK_REVISION, {
    id: before.aggregate_id,
  });

/** Returns the chunks of document events. */
export const chunksOf = (...events: EventEnvelope[]): ChunkState[] =>
  events.flatMap((event) => event.data['chunks'] as ChunkState[]);
