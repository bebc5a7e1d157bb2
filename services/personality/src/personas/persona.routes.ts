import { TIERS } from '@loci/core';
import type { Tier } from '@loci/core';
import { route } from '@loci/http';
import type { Route } from '@loci/http';
import { z } from 'zod';
import { canAddTraits, canSetOrgDefault } from '../tiers/require-tier.ts';
import { listPersonasForTier } from './persona.ts';
import { personaResource, toPersonaResource } from './persona.resource.ts';
import { PERSONAS } from './presets.ts';

/** Lists the personas as a tenant of this tier receives them. */
export const listPersonaResources = (tier: Tier) =>
  listPersonasForTier(PERSONAS, tier).map(toPersonaResource);

export const personaRoutes = (): Route[] => [
  route({
    method: 'get',
    path: '/api/v2/personality/personas',
    scope: 'read',
    summary: 'List personas',
    operationId: 'listPersonas',
    description: 'Lists the available personas.',
    response: z.object({
      current_tier: z.enum(TIERS).describe('Tier of the tenant.'),
      can_add_traits: z
        .boolean()
        .describe('True if the tier is `premium` or higher and the caller has the permission `write`.'),
      can_set_org_default: z
        .boolean()
        .describe('True if `can_add_traits` is true and the caller has the role `owner`.'),
      personas: z
        .array(personaResource)
        .describe('All personas. The personas that the tier of the tenant can select are first.'),
    }),
    example: {},
    handle: ({ caller }) =>
      Promise.resolve({
        current_tier: caller.tier,
        can_add_traits: canAddTraits(caller),
        can_set_org_default: canSetOrgDefault(caller),
        personas: listPersonaResources(caller.tier),
      }),
  }),
];
