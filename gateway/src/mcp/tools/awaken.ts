import { z } from 'zod';
import { READ_ONLY, defineTool } from '../tool.ts';
import type { ToolContext } from '../tool.ts';
import { text } from './parameters.ts';

/** Reads the awakening briefing of the caller. */
export const readBriefing = async ({ request }: Pick<ToolContext, 'request'>): Promise<string> => {
  const data = await request<{ briefing: string }>({ method: 'get', path: '/api/v2/personality/awakening' });
  return data.briefing;
};

export const awaken = defineTool({
  name: 'awaken',
  title: 'Awaken',
  summary: 'Returns the awakening briefing: philosophy, tool reference, persona and custom instructions.',
  scope: 'read',
  annotations: READ_ONLY,
  input: z.object({}),
  output: { briefing: text },
  handle: async (context) => ({ briefing: await readBriefing(context) }),
});
