import { codePointLength } from '@loci/core';
import { z } from 'zod';
import { citationTitle, citationUrl } from '../citation.ts';
import { searchHybrid } from '../hybrid-search.ts';
import type { SearchHit } from '../hybrid-search.ts';
import { READS, tool } from '../tool.ts';
import { foundLimit, query } from './parameters.ts';

const WEIGHTS = { bm25_weight: 0.3, vector_weight: 0.5, graph_weight: 0.2 };
/** A longer text is shown by the passage that was hit; `fetch` gives the whole of it. */
const WHOLE_TEXT_LENGTH = 1_000;

const shownText = ({ content, snippet }: SearchHit): string =>
  codePointLength(content) <= WHOLE_TEXT_LENGTH ? content : snippet;

/** Names and shape are those that ChatGPT asks of a connector. @see AUTH-AND-MCP.md 5.5 */
export const search = tool({
  name: 'search',
  title: 'Search',
  summary: 'Finds memories and document passages by meaning, as citations.',
  notes: 'The whole text of a result comes from fetch, by its id.',
  scope: 'read',
  annotations: READS,
  input: z.object({ query, limit: foundLimit }),
  output: {
    results: z.array(z.looseObject({ id: z.string(), title: z.string(), url: z.string(), text: z.string() })),
    truncated: z.boolean().describe('True when the size limit left out the weakest results.'),
  },
  handle: async (context, input) => {
    const { hits, truncated } = await searchHybrid(context, {
      query: input.query,
      limit: input.limit,
      ...WEIGHTS,
    });
    return {
      results: hits.map((hit) => ({
        id: hit.id,
        title: citationTitle(hit.content),
        url: citationUrl(context.portalUrl, hit.id),
        text: shownText(hit),
      })),
      ...(truncated ? { truncated } : {}),
    };
  },
});
