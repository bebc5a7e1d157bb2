import type { RecordedMemoryResource, ResultItem } from '@loci/contracts';
import { invalidField, isAppError, notFound } from '@loci/core';
import { startTimestamp } from '@loci/http';
import { z } from 'zod';
import { chunkTitle, citationTitle, citationUrl } from '../citation.ts';
import { compactMemory, withoutRepeatedTimes } from '../compact-fields.ts';
import { READ_ONLY, defineTool } from '../tool.ts';
import type { ToolContext } from '../tool.ts';
import { anyObject, asOf, cursor, id, knownAt, text } from './parameters.ts';
import type { PastTimes } from './parameters.ts';

/** Fields of `GET /api/v2/documents/{document_id}/text` that the tool uses. */
interface DocumentText {
  id: string;
  filename: string;
  title: string | null;
  authors: string[];
  content_type: string;
  chunk_count: number;
  created_at: string;
  text: string;
  first_chunk_index: number | null;
  last_chunk_index: number | null;
  first_page: number | null;
  last_page: number | null;
  section: string | null;
  next_cursor: string | null;
}

/** Returns the memory, or null if no memory has this id. */
const findMemory = (
  { request }: ToolContext,
  memoryId: string,
  { as_of, known_at }: PastTimes,
): Promise<RecordedMemoryResource | null> => {
  const query = { ...(as_of !== undefined && { as_of }), ...(known_at !== undefined && { known_at }) };
  const path = `/api/v2/memories/${memoryId}`;
  return nullIfNotFound(
    request<RecordedMemoryResource>({
      method: 'get',
      path,
      ...(Object.keys(query).length > 0 && { query }),
    }),
  );
};

/**
 * Returns a function that requires that a chunk or document was stored at `known_at`. Chunks and documents have no
 * revisions.
 *
 * @throws VAL_FIELD_INVALID if `known_at` is not a time
 */
function createKnownCheck(id: string, { known_at: knownAt }: PastTimes): (createdAt: string) => void {
  if (knownAt === undefined) return () => undefined;
  const { data: time } = startTimestamp.safeParse(knownAt);
  if (time === undefined) throw invalidField('known_at', 'Must be an ISO 8601 date or date-time.');
  return (createdAt) => {
    if (new Date(createdAt) > time) throw notFound('memory', id);
  };
}

/** Returns a page of the text of a document. @param cursor position of the page; undefined for the first page */
const readDocument = (
  { request }: ToolContext,
  documentId: string,
  cursor: string | undefined,
): Promise<DocumentText> =>
  request<DocumentText>({
    method: 'get',
    path: `/api/v2/documents/${documentId}/text`,
    ...(cursor === undefined ? {} : { query: { cursor } }),
  });

async function nullIfNotFound<Data>(found: Promise<Data>): Promise<Data | null> {
  try {
    return await found;
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
  summary: 'Returns a memory, document chunk or document with its whole text, by id.',
  scope: 'read',
  annotations: READ_ONLY,
  reads: ['search', 'memory'],
  input: z.object({
    id: id,
    cursor: cursor,
    as_of: asOf.optional(),
    known_at: knownAt.optional(),
  }),
  output: {
    id: text,
    title: text,
    url: text,
    text,
    metadata: anyObject,
    memory: anyObject.nullable(),
    next_cursor: text.nullable().describe('Only for documents. Cursor of the next page, or null.'),
  },
  toText: ({ metadata, memory, next_cursor: nextCursor, ...citation }) => {
    const { document_id, title, source_type, ...others } = metadata as Record<string, unknown>;
    return {
      ...citation,
      metadata: {
        ...withoutRepeatedTimes(others),
        ...(document_id !== citation['id'] && { document_id }),
        ...(title !== citation['title'] && { title }),
        ...(source_type !== 'direct_input' && { source_type }),
      },
      ...(memory != null && { memory: compactMemory(memory as Record<string, unknown>, citation['id']) }),
      ...(nextCursor != null && { next_cursor: nextCursor }),
    };
  },
  handle: async (context, input) => {
    const citation = (content: string) => ({
      id: input.id,
      title: citationTitle(content),
      url: citationUrl(context.portalUrl, input.id),
      text: content,
    });
    const requireKnown = createKnownCheck(input.id, input);
    const pageOfDocument = async (cursor?: string) => {
      const page = await readDocument(context, input.id, cursor);
      requireKnown(page.created_at);
      return {
        ...citation(page.text),
        title: citationTitle(page.title ?? page.filename),
        metadata: {
          document_id: page.id,
          filename: page.filename,
          title: page.title,
          authors: page.authors,
          content_type: page.content_type,
          chunk_count: page.chunk_count,
          first_chunk_index: page.first_chunk_index,
          last_chunk_index: page.last_chunk_index,
          first_page: page.first_page,
          last_page: page.last_page,
          section: page.section,
          source_type: 'document_upload',
          created_at: page.created_at,
        },
        memory: null,
        next_cursor: page.next_cursor,
      };
    };
    if (input.cursor != null) return pageOfDocument(input.cursor);
    const memory = await findMemory(context, input.id, input);
    if (memory !== null) {
      const {
        id: _id,
        content,
        memory_type,
        importance,
        confidence,
        source_type,
        tags,
        created_at,
        occurred_at,
        updated_at,
        ...others
      } = memory;
      return {
        ...citation(content),
        metadata: {
          memory_type,
          importance,
          confidence,
          source_type,
          tags,
          created_at,
          occurred_at,
          updated_at,
        },
        memory: others,
      };
    }
    const chunk = await findChunk(context, input.id);
    if (chunk === null) {
      const document = await nullIfNotFound(pageOfDocument());
      if (document === null) throw notFound('memory', input.id);
      return document;
    }
    requireKnown(chunk.created_at);
    const { document, document_id, chunk_index, total_chunks, source_type, created_at } = chunk;
    return {
      ...citation(chunk.content),
      title: chunkTitle(chunk.content, document),
      metadata: { document_id, chunk_index, total_chunks, document, source_type, created_at },
      memory: null,
    };
  },
});
