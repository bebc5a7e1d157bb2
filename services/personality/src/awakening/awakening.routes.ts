import { componentNames } from '@loci/contracts';
import { estimateTokens } from '@loci/core';
import { route } from '@loci/http';
import type { Route } from '@loci/http';
import { z } from 'zod';
import { getConfiguration } from '../configuration/get-configuration.ts';
import type { GetConfigurationDeps } from '../configuration/get-configuration.ts';
import { personaIdText } from '../personas/persona-id.ts';
import { DEFAULT_PERSONA } from '../personas/presets.ts';
import { requirePersona } from '../personas/require-persona.ts';
import { BRIEFING_SECTIONS, briefingSections, buildBriefing } from './briefing.ts';

export interface AwakeningDeps extends GetConfigurationDeps {
  /** Names of the assistant tools. */
  toolNames: readonly string[];
}

const awakeningQuery = z.object({
  persona_id: personaIdText
    .optional()
    .describe('Persona of the briefing. Default: the persona that applies to the caller.'),
});

/** The briefing in API responses. @see docs/reference/personality.md#get-the-awakening-briefing */
const awakeningResource = z
  .object({
    briefing: z.string().describe('Text of the briefing.'),
    tokens: z.int().describe('Estimated number of tokens of `briefing`.'),
    persona_id: z.string().describe('ID of the persona in the briefing.'),
    sections: z
      .array(
        z.object({
          name: z.enum(BRIEFING_SECTIONS).describe('Name of the section.'),
          tokens: z.int().describe('Estimated number of tokens of the section.'),
        }),
      )
      .describe('Sections of the briefing in their order.'),
  })
  .register(componentNames, { name: 'AwakeningBriefing' });

export const awakeningRoutes = (deps: AwakeningDeps): Route[] => [
  route({
    method: 'get',
    path: '/api/v2/personality/awakening',
    scope: 'read',
    summary: 'Get the awakening briefing',
    operationId: 'getAwakening',
    description: 'Returns what an assistant needs at the start of a conversation.',
    query: awakeningQuery,
    response: awakeningResource,
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND'],
    example: { query: { persona_id: 'professional' } },
    handle: async ({ caller, query }) => {
      const requested =
        query.persona_id === undefined ? null : await requirePersona(deps.memories, caller, query.persona_id);
      const { selected, traits } = await getConfiguration(deps, caller);
      const persona = requested ?? selected?.persona ?? DEFAULT_PERSONA;
      const input = { toolNames: deps.toolNames, persona, traits };
      const briefing = buildBriefing(input);
      return {
        briefing,
        tokens: estimateTokens(briefing),
        persona_id: persona.id,
        sections: briefingSections(input).map(({ name, text }) => ({ name, tokens: estimateTokens(text) })),
      };
    },
  }),
];
