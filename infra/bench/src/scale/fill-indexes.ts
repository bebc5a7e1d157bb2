import { retry } from '@loci/async';
import type { TextSource } from '../texts/memory-texts.ts';
import type { Indexes } from './open-scale-platform.ts';

const BATCH = 1_000;

/** An engine that has just been started can exceed its timeouts. All writes are upserts, so they can be repeated. */
const RETRIES = { attempts: 6, firstDelayMs: 500, maxDelayMs: 8_000 };

/**
 * Adds the memories `from` (inclusive) to `to` (exclusive) of a tenant directly to the indexes and the graph
 * store, without events. Each memory except the first has a relationship to an earlier memory.
 */
export async function fillIndexes(
  { embedder, keyword, vector, graph }: Indexes,
  tenantId: string,
  texts: TextSource,
  { from, to }: { from: number; to: number },
): Promise<void> {
  for (let at = from; at < to; at += BATCH) {
    const items = Array.from({ length: Math.min(BATCH, to - at) }, (_, i) => itemOf(tenantId, texts, at + i));
    const vectors = await embedder.embed(items.map(({ content }) => content));
    const edges = items.flatMap((_, i) => (at + i === 0 ? [] : [edgeOf(at + i)]));
    await Promise.all([
      retry(() => keyword.upsert(items), RETRIES),
      retry(() => vector.upsert(items.map((item, i) => ({ ...item, vector: vectors[i] ?? null }))), RETRIES),
      retry(() => graph.upsertEdges(tenantId, edges), RETRIES),
    ]);
  }
}

const idOf = (kind: string, index: number): string =>
  `00000000-0000-7000-${kind}-${index.toString(16).padStart(12, '0')}`;

function itemOf(tenantId: string, texts: TextSource, index: number) {
  const createdAt = new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString();
  return {
    tenantId,
    id: idOf('9000', index),
    isActive: true,
    revision: 1,
    content: texts.memory(index),
    sourceType: 'direct_input',
    memoryType: 'fact',
    importance: (index % 11) / 10,
    confidence: 0.8,
    userId: 'bench',
    tags: [],
    createdAt,
    updatedAt: createdAt,
    documentId: null,
    chunkIndex: null,
    totalChunks: null,
    conversationId: null,
  };
}

/** Creates the edge from memory `index` to a pseudo-random earlier memory. */
const edgeOf = (index: number) => ({
  id: idOf('a000', index),
  fromId: idOf('9000', index),
  toId: idOf('9000', Math.floor(index * ((index * 0.618_034) % 1))),
  type: 'supports',
  directionType: 'DIRECTED' as const,
  strength: 0.8,
  confidence: 0.9,
  isActive: true,
  revision: 1,
});
