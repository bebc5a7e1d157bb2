import { z } from 'zod';
import { READS, tool } from '../tool.ts';
import type { ToolContext } from '../tool.ts';
import { text } from './parameters.ts';

/** Reads the awakening briefing of the caller. */
export const readBriefing = async ({ ask }: Pick<ToolContext, 'ask'>): Promise<string> => {
  const data = await ask<{ briefing: string }>({ method: 'get', path: '/api/v2/personality/awakening' });
  return data.briefing;
};

export const awaken = tool({
  name: 'awaken',
  title: 'Awaken',
  summary: 'Returns the awakening briefing: philosophy, tool reference, persona and custom instructions.',
  scope: 'read',
  annotations: READS,
  input: z.object({}),
  output: { briefing: text },
  handle: async (context) => ({ briefing: await readBriefing(context) }),
});
