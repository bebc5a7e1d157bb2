import { route } from '@loci/http';
import type { Route } from '@loci/http';
import { z } from 'zod';
import { getConfiguration } from '../configuration/get-configuration.ts';
import type { GetConfigurationDeps } from '../configuration/get-configuration.ts';
import { DEFAULT_PERSONA } from '../personas/presets.ts';
import { buildBriefing } from './briefing.ts';

export interface AwakeningDeps extends GetConfigurationDeps {
  /** Names of the assistant tools. */
  toolNames: readonly string[];
}

export const awakeningRoutes = (deps: AwakeningDeps): Route[] => [
  route({
    method: 'get',
    path: '/api/v2/personality/awakening',
    scope: 'read',
    summary: 'Get the awakening briefing',
    operationId: 'getAwakening',
    description: 'Returns what an assistant needs at the start of a conversation.',
    response: z.object({ briefing: z.string().describe('Text of the briefing.') }),
    example: {},
    handle: async ({ caller }) => {
      const { selected, traits } = await getConfiguration(deps, caller);
      const persona = selected?.persona ?? DEFAULT_PERSONA;
      return { briefing: buildBriefing({ toolNames: deps.toolNames, persona, traits }) };
    },
  }),
];
