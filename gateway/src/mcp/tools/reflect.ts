import { codePointLength, firstCodePoints } from '@loci/core';
import { z } from 'zod';
import { compactListedMemory } from '../compact-fields.ts';
import { READ_ONLY, defineTool } from '../tool.ts';
import { anyObject, endDate, startDate, text } from './parameters.ts';

type Fields = Record<string, unknown>;

/** Maximum characters of the text of a result, about 2,000 tokens. */
const MAX_TEXT_CHARACTERS = 7_900;
/** Characters reserved for the counts of what is omitted and for the name of the field. */
const RESERVED_CHARACTERS = 100;
/** Maximum characters of the content of a memory in the text. */
const MAX_CONTENT_CHARACTERS = 300;
/** Maximum number of documents in the text. */
const MAX_DOCUMENTS = 10;

export const reflect = defineTool({
  name: 'reflect',
  title: 'Reflect',
  summary: 'Returns topics, clusters and patterns of recent memories.',
  scope: 'read',
  annotations: READ_ONLY,
  input: z.object({
    time_window: z.enum(['recent', 'today', 'week']).default('recent').describe('recent: the last 50.'),
    include_documents: z.boolean().default(false),
    start_date: startDate.optional().describe('Replaces time_window.'),
    end_date: endDate.optional(),
  }),
  overriddenBy: { time_window: ['start_date', 'end_date'] },
  output: {
    time_window: text,
    memories: z.array(anyObject),
    active_topics: z.array(text),
    statistics: anyObject,
  },
  toText: ({ memories, memory_clusters, emerging_patterns, relationship_insights, documents, ...others }) => {
    const listed = documents as Fields[] | undefined;
    const fields = {
      ...others,
      // The descriptions contain the names and the numbers of memories.
      memory_clusters: descriptionsOf(memory_clusters),
      emerging_patterns: descriptionsOf(emerging_patterns),
      relationship_insights: (relationship_insights as Fields[]).map(({ type, count }) => ({ type, count })),
      ...(listed && {
        documents: listed.slice(0, MAX_DOCUMENTS),
        ...(listed.length > MAX_DOCUMENTS && { omitted_documents: listed.length - MAX_DOCUMENTS }),
      }),
    };
    const budget = MAX_TEXT_CHARACTERS - RESERVED_CHARACTERS - JSON.stringify(fields).length;
    const all = (memories as Fields[]).map(toListedMemory);
    const fitting = takeFitting(all, budget);
    return {
      ...fields,
      memories: fitting,
      ...(fitting.length < all.length && { omitted_memories: all.length - fitting.length }),
    };
  },
  handle: ({ request }, input) =>
    request<Record<string, unknown>>({ method: 'post', path: '/api/v2/analysis/reflect', body: input }),
});

const descriptionsOf = (groups: unknown): unknown[] =>
  (groups as Fields[]).map(({ description }) => description);

function toListedMemory({ content, age_hours: _age, score: _score, ...others }: Fields): Fields {
  const isCut = codePointLength(content as string) > MAX_CONTENT_CHARACTERS;
  return {
    ...compactListedMemory({
      ...others,
      content: firstCodePoints(content as string, MAX_CONTENT_CHARACTERS),
    }),
    ...(isCut && { content_truncated: true }),
  };
}

/** Returns the first elements whose JSON has at most `budget` characters. */
function takeFitting<T>(elements: readonly T[], budget: number): T[] {
  let remaining = budget;
  const end = elements.findIndex((element) => (remaining -= JSON.stringify(element).length + 1) < 0);
  return end === -1 ? [...elements] : elements.slice(0, end);
}
