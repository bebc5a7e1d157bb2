import { route } from '@loci/http';
import type { Route } from '@loci/http';
import { z } from 'zod';
import { addTrait } from './add-trait.ts';
import type { AddTraitDeps } from './add-trait.ts';
import { updateTrait } from './update-trait.ts';
import type { UpdateTraitDeps } from './update-trait.ts';
import { deleteTrait } from './delete-trait.ts';
import type { DeleteTraitDeps } from './delete-trait.ts';
import { toTraitResource, traitResource } from './trait.resource.ts';
import { acceptIdempotencyKeys } from '../memories/accept-idempotency-keys.ts';
import type { EarlierChange, ProtectedMemories } from '../memories/protected-memories.ts';
import { toTrait } from './trait.ts';
import { addTraitBody, updateTraitBody, toNewTrait, traitParams } from './trait.schemas.ts';

export type TraitDeps = AddTraitDeps &
  UpdateTraitDeps &
  DeleteTraitDeps & { memories: Pick<ProtectedMemories, 'findEarlierChange'> };

const toData = ({ memory }: EarlierChange) =>
  memory === null ? { deleted: true as const } : toTraitResource(toTrait(memory));

export const traitRoutes = (deps: TraitDeps): Route[] =>
  [
    route({
      method: 'post',
      path: '/api/v2/personality/traits',
      scope: 'write',
      summary: 'Add a trait',
      operationId: 'addTrait',
      description: 'Adds a trait to the personality of the tenant.',
      body: addTraitBody,
      status: 201,
      response: traitResource,
      errors: ['AUTH_FORBIDDEN', 'BIZ_QUOTA_EXCEEDED', 'VAL_VALIDATION_FAILED'],
      example: { body: { content: 'Answer in short paragraphs.' } },
      handle: async ({ caller, body }) => toTraitResource(await addTrait(deps, caller, toNewTrait(body))),
    }),
    route({
      method: 'put',
      path: '/api/v2/personality/traits/:trait_id',
      scope: 'write',
      summary: 'Update a trait',
      operationId: 'updateTrait',
      description: 'Changes a trait.',
      params: traitParams,
      body: updateTraitBody,
      response: traitResource,
      errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND', 'BIZ_QUOTA_EXCEEDED'],
      example: { body: { content: 'Answer in one short paragraph.' } },
      handle: async ({ caller, params, body }) =>
        toTraitResource(await updateTrait(deps, caller, params.trait_id, body.content)),
    }),
    route({
      method: 'delete',
      path: '/api/v2/personality/traits/:trait_id',
      scope: 'write',
      permission: 'delete',
      summary: 'Delete a trait',
      operationId: 'deleteTrait',
      description: 'Deletes a trait.',
      params: traitParams,
      response: z.object({ deleted: z.literal(true).describe('True.') }),
      errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND'],
      handle: async ({ caller, params }) => {
        await deleteTrait(deps, caller, params.trait_id);
        return { deleted: true as const };
      },
    }),
  ].map((each) => acceptIdempotencyKeys(deps.memories, each, toData));
