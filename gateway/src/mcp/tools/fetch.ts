import type { ResultItem, MemoryResource } from '@loci/contracts';
import { isAppError, notFound } from '@loci/core';
import { z } from 'zod';
import { chunkTitle, citationTitle, citationUrl } from '../citation.ts';
import { READ_ONLY, defineTool } from '../tool.ts';
import type { ToolContext } from '../tool.ts';
import { anyObject, id, text } from './parameters.ts';

/** Returns the memory, or null if no memory has this id. */
async function findMemory({ request }: ToolContext, memoryId: string): Promise<MemoryResource | null> {
  try {
    return await request<MemoryResource>({ method: 'get', path: `/api/v2/memories/${memoryId}` });
  } catch (error) {
    if (isAppError(error) && error.code === 'RES_NOT_FOUND') return null;
    throw error;
  }
}

/** Returns the document chunk, or null if no chunk has this id. `search` and `recall` return ids of chunks too. */
async function findChunk({ caller, search }: ToolContext, chunkId: string): Promise<ResultItem | null> {
  const { items } = await search.items(
    { tenant_id: caller.tenantId, ids: [chunkId], query: null, include_neighbors: 0 },
    { requestId: caller.requestId },
  );
  return items.find((item) => item.kind === 'chunk') ?? null;
}

export const fetch = defineTool({
  name: 'fetch',
  title: 'Fetch',
  summary: 'Returns one memory or document chunk with its whole text, by id.',
  scope: 'read',
  annotations: READ_ONLY,
  input: z.object({ id: id('Id of a memory or document chunk, as returned by search or recall.') }),
  output: {
    id: text,
    title: text,
    url: text,
    text,
    metadata: anyObject,
    memory: anyObject.nullable(),
  },
  handle: async (context, input) => {
    const citation = (content: string) => ({
      id: input.id,
      title: citationTitle(content),
      url: citationUrl(context.portalUrl, input.id),
      text: content,
    });
    const memory = await findMemory(context, input.id);
    if (memory !== null) {
      const { memory_type, importance, confidence, source_type, tags, created_at, updated_at } = memory;
      return {
        ...citation(memory.content),
        metadata: { memory_type, importance, confidence, source_type, tags, created_at, updated_at },
        memory,
      };
    }
    const chunk = await findChunk(context, input.id);
    if (chunk === null) throw notFound('memory', input.id);
    const { document, document_id, chunk_index, total_chunks, source_type, created_at } = chunk;
    return {
      ...citation(chunk.content),
      title: chunkTitle(chunk.content, document),
      metadata: { document_id, chunk_index, total_chunks, document, source_type, created_at },
      memory: null,
    };
  },
});
