import { z } from 'zod';
import { READS, tool } from '../tool.ts';
import { anyObject, endDate, startDate, text } from './parameters.ts';

export const reflect = tool({
  name: 'reflect',
  title: 'Reflect',
  summary: 'Shows what stands out in a window of recent memories: topics, clusters, patterns.',
  scope: 'read',
  annotations: READS,
  input: z.object({
    time_window: z
      .enum(['recent', 'today', 'week'])
      .default('recent')
      .describe('The last 50 memories, today, or the last 7 days.'),
    include_documents: z.boolean().default(false).describe('Whether passages of documents count as well.'),
    start_date: startDate.optional().describe('ISO 8601; with it, or with end_date, the window is ignored.'),
    end_date: endDate.optional(),
  }),
  output: {
    time_window: text,
    memories: z.array(anyObject),
    active_topics: z.array(text),
    statistics: anyObject,
  },
  handle: ({ ask }, input) =>
    ask<Record<string, unknown>>({ method: 'post', path: '/api/v2/analysis/reflect', body: input }),
});
