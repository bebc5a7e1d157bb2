import { z } from 'zod';
import { READ_ONLY, defineTool } from '../tool.ts';
import { anyObject, endDate, startDate, text } from './parameters.ts';

export const reflect = defineTool({
  name: 'reflect',
  title: 'Reflect',
  summary: 'Analyzes recent memories and returns topics, clusters and patterns.',
  scope: 'read',
  annotations: READ_ONLY,
  input: z.object({
    time_window: z
      .enum(['recent', 'today', 'week'])
      .default('recent')
      .describe('recent: the last 50; today: since 00:00 UTC; week: 7 days.'),
    include_documents: z.boolean().default(false).describe('Adds document chunks.'),
    start_date: startDate.optional().describe('ISO 8601. Replaces time_window.'),
    end_date: endDate.optional(),
  }),
  overriddenBy: { time_window: ['start_date', 'end_date'] },
  output: {
    time_window: text,
    memories: z.array(anyObject),
    active_topics: z.array(text),
    statistics: anyObject,
  },
  handle: ({ request }, input) =>
    request<Record<string, unknown>>({ method: 'post', path: '/api/v2/analysis/reflect', body: input }),
});
