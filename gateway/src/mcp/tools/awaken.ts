import { AWAKENING_SECTIONS, MAX_QUERY_LENGTH } from '@loci/contracts';
import { z } from 'zod';
import { READ_ONLY, defineTool } from '../tool.ts';
import type { ToolContext } from '../tool.ts';
import { text } from './parameters.ts';

/** Reads the awakening briefing of the caller. */
export const readBriefing = async ({ request }: Pick<ToolContext, 'request'>): Promise<string> => {
  const data = await request<{ briefing: string }>({ method: 'get', path: '/api/v2/personality/awakening' });
  return data.briefing;
};

const readContext = async (
  { request }: Pick<ToolContext, 'request'>,
  body: { query?: string | undefined; max_tokens?: number | undefined },
): Promise<string> => {
  const { text: context } = await request<{ text: string }>({
    method: 'post',
    path: '/api/v2/context',
    body: { ...body, sections: AWAKENING_SECTIONS },
  });
  return context;
};

export const awaken = defineTool({
  name: 'awaken',
  title: 'Awaken',
  summary: 'Returns the awakening briefing: persona and custom instructions.',
  notes: 'With query or max_tokens, adds pinned and relevant memories.',
  scope: 'read',
  annotations: READ_ONLY,
  input: z.object({
    query: z.string().min(1).max(MAX_QUERY_LENGTH).optional(),
    max_tokens: z.int().min(100).max(32_000).optional(),
  }),
  output: { briefing: text, context: text.optional() },
  handle: async (context, { query, max_tokens }) => {
    if (query === undefined && max_tokens === undefined) return { briefing: await readBriefing(context) };
    const [briefing, memories] = await Promise.all([
      readBriefing(context),
      readContext(context, { query, max_tokens }),
    ]);
    return { briefing, context: memories };
  },
});
