import { toSupersededFields } from '@loci/contracts';
import { codePointLength, firstCodePoints } from '@loci/core';
import { z } from 'zod';
import { chunkTitle, citationUrl } from '../citation.ts';
import { callHybridSearch, completenessOutput } from '../call-hybrid-search.ts';
import type { SearchHit } from '../call-hybrid-search.ts';
import { addUnindexedMemories, notYetIndexedOutput, notYetIndexedTruncated } from '../not-yet-indexed.ts';
import { filterWarnings, searchFilters, toMemoryFilter, toSearchFields } from '../search-filters.ts';
import { READ_ONLY, defineTool } from '../tool.ts';
import { asInRecall, asOf, knownAt, query, resultLimit, textChangedSince } from './parameters.ts';

const WEIGHTS = { bm25_weight: 0.3, vector_weight: 0.5, graph_weight: 0.2 };
/** Maximum characters of the text of a result. Longer content is replaced by the matching snippet. */
const MAX_TEXT_CHARACTERS = 1_000;

const textOf = ({ content, snippet }: SearchHit): string =>
  codePointLength(content) <= MAX_TEXT_CHARACTERS ? content : snippet;

/**
 * Search tool with the name, arguments and result that ChatGPT requires of a connector.
 *
 * @see docs/reference/mcp-tools.md#citations
 */
export const search = defineTool({
  name: 'search',
  title: 'Search',
  summary: 'Finds memories and document chunks by meaning, and returns citations.',
  notes: 'fetch returns the whole text.',
  scope: 'read',
  annotations: READ_ONLY,
  reads: ['search', 'graph'],
  warnAbout: filterWarnings,
  input: z.object({
    query,
    limit: resultLimit,
    ...searchFilters,
    // recall contains the lists of values.
    memory_types: asInRecall(searchFilters.memory_types),
    include: asInRecall(searchFilters.include),
    as_of: asOf.optional(),
    known_at: knownAt.optional(),
  }),
  output: {
    results: z.array(
      z.looseObject({
        id: z.string(),
        title: z.string(),
        url: z.string(),
        text: z.string(),
        text_changed_since: textChangedSince,
      }),
    ),
    ...completenessOutput,
    ...notYetIndexedOutput(
      z.looseObject({ id: z.string(), title: z.string(), url: z.string(), text: z.string() }),
    ),
    ...notYetIndexedTruncated,
  },
  emptyFields: { results: [] },
  addMissingChanges: async (context, input, fields) => {
    if (input.as_of !== undefined || input.known_at !== undefined || input.source_type === 'document')
      return fields;
    return addUnindexedMemories(context, toMemoryFilter(input), fields, ({ id, content }) => ({
      id,
      title: chunkTitle(content, null),
      url: citationUrl(context.portalUrl, id),
      text: firstCodePoints(content, MAX_TEXT_CHARACTERS),
    }));
  },
  handle: async (context, input) => {
    const { hits, completeness } = await callHybridSearch(context, {
      query: input.query,
      limit: input.limit,
      ...toSearchFields(input),
      as_of: input.as_of,
      known_at: input.known_at,
      ...WEIGHTS,
    });
    return {
      results: hits.map((hit) => ({
        id: hit.id,
        title: chunkTitle(hit.content, hit.document),
        url: citationUrl(context.portalUrl, hit.id),
        text: textOf(hit),
        ...(hit.text_changed_since !== undefined && { text_changed_since: hit.text_changed_since }),
        ...toSupersededFields(hit),
        ...(hit.document && { document: hit.document }),
      })),
      ...completeness,
    };
  },
});
