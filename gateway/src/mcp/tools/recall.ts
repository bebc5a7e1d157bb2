import { DEFAULT_DIVERSITY, DEFAULT_MIN_RELEVANCE, toSupersededFields } from '@loci/contracts';
import { z } from 'zod';
import { compactListedMemory } from '../compact-fields.ts';
import { callHybridSearch, completenessOutput } from '../call-hybrid-search.ts';
import { addUnindexedMemories, notYetIndexedOutput, notYetIndexedTruncated } from '../not-yet-indexed.ts';
import { filterWarnings, searchFilters, toMemoryFilter, toSearchFields } from '../search-filters.ts';
import { READ_ONLY, defineTool } from '../tool.ts';
import type { ToolContext } from '../tool.ts';
import {
  anyObject,
  asOf,
  count,
  id,
  knownAt,
  resultLimit,
  query,
  referenceTime,
  tags,
  textChangedSince,
  timeZone,
} from './parameters.ts';

/**
 * RRF constant. Lower than the default of the REST operation, so that the first ranks get more weight,
 * because assistants read few results.
 *
 * @see docs/reference/mcp-tools.md#recall
 */
const RRF_K = 10;

/**
 * Returns the reason why a search does not return a memory. `pending_writes` is omitted, because the result of the tool
 * contains it.
 *
 * @see docs/reference/search.md#why-not
 */
async function callWhyNot(
  { request }: ToolContext,
  memoryId: string,
  search: object,
): Promise<Record<string, unknown>> {
  const { pending_writes: _pendingWrites, ...answer } = await request<Record<string, unknown>>({
    method: 'post',
    path: '/api/v2/search/why-not',
    body: { memory_id: memoryId, search },
  });
  return answer;
}

export const recall = defineTool({
  name: 'recall',
  title: 'Recall',
  summary: 'Finds memories and document chunks by words, meaning and connections.',
  scope: 'read',
  annotations: READ_ONLY,
  reads: ['search', 'graph'],
  warnAbout: filterWarnings,
  input: z.object({
    query,
    limit: resultLimit,
    ...searchFilters,
    tags: tags.optional().describe('Any of them.'),
    as_of: asOf.optional().describe('True then.'),
    known_at: knownAt.optional().describe('Stored then.'),
    recency_half_life_days: z.number().optional().describe('Age of a score of 75 %.'),
    min_relevance: z.number().optional().describe('0: all.'),
    diversity: z.number().optional(),
    time_zone: timeZone.optional(),
    reference_time: referenceTime.optional(),
    explain: z.boolean().optional(),
    why_not: id.optional().describe('Why is it missing?'),
  }),
  output: {
    results: z.array(
      z.looseObject({
        id: z.string(),
        content: z.string(),
        score: z.number(),
        relevance: z.number().nullable().describe('Probability that it is part of the answer.'),
        created_at: z.string(),
        text_changed_since: textChangedSince,
      }),
    ),
    count,
    why_not: anyObject.optional().describe('Why the results do not contain the memory, with evidence.'),
    ...completenessOutput,
    ...notYetIndexedOutput(z.looseObject({ id: z.string(), content: z.string(), created_at: z.string() })),
    ...notYetIndexedTruncated,
  },
  // The order of the results is sufficient for an assistant.
  toText: ({ results, not_yet_indexed: added, ...others }) => ({
    ...others,
    results: (results as Record<string, unknown>[]).map(
      ({ score: _score, relevance: _relevance, ...result }) => compactListedMemory(result),
    ),
    ...(added !== undefined && {
      not_yet_indexed: (added as Record<string, unknown>[]).map(compactListedMemory),
    }),
  }),
  emptyFields: { results: [], count: 0 },
  addMissingChanges: async (context, input, fields) => {
    if (input.as_of !== undefined || input.known_at !== undefined || input.source_type === 'document')
      return fields;
    return addUnindexedMemories(context, toMemoryFilter(input), fields, (memory) => ({
      id: memory.id,
      content: memory.content,
      source_type: memory.source_type,
      memory_type: memory.memory_type,
      tags: memory.tags,
      created_at: memory.created_at,
      ...(memory.occurred_at !== memory.created_at && { occurred_at: memory.occurred_at }),
    }));
  },
  handle: async (context, input) => {
    const search = {
      query: input.query,
      limit: input.limit,
      rrf_k: RRF_K,
      ranking: 'auto' as const,
      ...toSearchFields(input),
      as_of: input.as_of,
      known_at: input.known_at,
      recency_half_life_days: input.recency_half_life_days,
      min_relevance: input.min_relevance ?? DEFAULT_MIN_RELEVANCE,
      diversity: input.diversity ?? DEFAULT_DIVERSITY,
      time_zone: input.time_zone,
      reference_time: input.reference_time,
      explain: input.explain,
    };
    const [{ hits, completeness }, whyNot] = await Promise.all([
      callHybridSearch(context, search),
      input.why_not === undefined ? null : callWhyNot(context, input.why_not, search),
    ]);
    const results = hits.map((hit) => ({
      id: hit.id,
      content: hit.content,
      score: hit.score,
      relevance: hit.relevance,
      source_type: hit.source_type,
      memory_type: hit.metadata.memory_type,
      tags: hit.tags,
      created_at: hit.created_at,
      ...(hit.occurred_at !== hit.created_at && { occurred_at: hit.occurred_at }),
      ...(hit.text_changed_since !== undefined && { text_changed_since: hit.text_changed_since }),
      ...toSupersededFields(hit),
      ...(hit.explanation && { explanation: hit.explanation }),
      ...(hit.document_id === null
        ? {}
        : { document_id: hit.document_id, chunk_index: hit.chunk_index, document: hit.document }),
    }));
    return {
      results,
      count: results.length,
      ...(whyNot && { why_not: whyNot }),
      ...completeness,
    };
  },
});
