import { route } from '@loci/http';
import type { Route } from '@loci/http';
import { z } from 'zod';
import { addTrait } from './add-trait.ts';
import type { AddTraitDeps } from './add-trait.ts';
import { changeTrait } from './change-trait.ts';
import type { ChangeTraitDeps } from './change-trait.ts';
import { removeTrait } from './remove-trait.ts';
import type { RemoveTraitDeps } from './remove-trait.ts';
import { toTraitResource, traitResource } from './trait.resource.ts';
import { addTraitBody, changeTraitBody, toNewTrait, traitParams } from './trait.schemas.ts';

export type TraitDeps = AddTraitDeps & ChangeTraitDeps & RemoveTraitDeps;

export const traitRoutes = (deps: TraitDeps): Route[] => [
  route({
    method: 'post',
    path: '/api/v2/personality/traits',
    scope: 'write',
    summary: 'Add a custom instruction',
    body: addTraitBody,
    status: 201,
    response: traitResource,
    errors: ['AUTH_FORBIDDEN', 'VAL_VALIDATION_FAILED'],
    example: { body: { content: 'Answer in short paragraphs.' } },
    handle: async ({ caller, body }) => toTraitResource(await addTrait(deps, caller, toNewTrait(body))),
  }),
  route({
    method: 'put',
    path: '/api/v2/personality/traits/:trait_id',
    scope: 'write',
    summary: 'Change the content of a custom instruction',
    params: traitParams,
    body: changeTraitBody,
    response: traitResource,
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND'],
    example: { body: { content: 'Answer in one short paragraph.' } },
    handle: async ({ caller, params, body }) =>
      toTraitResource(await changeTrait(deps, caller, params.trait_id, body.content)),
  }),
  route({
    method: 'delete',
    path: '/api/v2/personality/traits/:trait_id',
    scope: 'write',
    permission: 'delete',
    summary: 'Delete a custom instruction',
    params: traitParams,
    response: z.object({ deleted: z.literal(true) }),
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND'],
    handle: async ({ caller, params }) => {
      await removeTrait(deps, caller, params.trait_id);
      return { deleted: true as const };
    },
  }),
];
