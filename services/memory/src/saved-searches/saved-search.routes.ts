import { componentNames } from '@loci/contracts';
import { route, uuid } from '@loci/http';
import type { Route } from '@loci/http';
import { z } from 'zod';
import { metadata } from '../memories/memory.schemas.ts';
import { deleteSavedSearch, saveSearch } from './change-saved-searches.ts';
import type { SavedSearchDeps } from './change-saved-searches.ts';
import { MAX_NAME_LENGTH } from './saved-search.ts';
import type { SavedSearch } from './saved-search.ts';

const savedSearchBody = z.object({
  name: z.string().trim().min(1).max(MAX_NAME_LENGTH).describe('Name, 1 to 100 characters.'),
  parameters: metadata.describe('Query and filters of the search, as a free-form object.'),
});

const savedSearchParams = z.object({ saved_search_id: uuid.describe('ID of the saved search.') });

const savedSearchResource = z
  .object({
    id: z.guid().describe('ID of the saved search.'),
    name: z.string().describe('Name.'),
    parameters: z.record(z.string(), z.unknown()).describe('Query and filters of the search.'),
    created_at: z.string().describe('Time of the creation.'),
  })
  .register(componentNames, { name: 'SavedSearch' });

const savedSearchListResource = z
  .object({ items: z.array(savedSearchResource).describe('Saved searches of the user, sorted by name.') })
  .register(componentNames, { name: 'SavedSearchList' });

const deletedSavedSearchResource = z
  .object({
    id: z.guid().describe('ID of the saved search.'),
    deleted: z.literal(true).describe('Always true.'),
  })
  .register(componentNames, { name: 'DeletedSavedSearch' });

const toSavedSearchResource = ({ id, name, parameters, createdAt }: SavedSearch) => ({
  id,
  name,
  parameters,
  created_at: createdAt.toISOString(),
});

export const savedSearchRoutes = (deps: SavedSearchDeps): Route[] => [
  route({
    method: 'get',
    path: '/api/v2/saved-searches',
    scope: 'read',
    summary: 'List saved searches',
    operationId: 'listSavedSearches',
    description: 'Lists the searches that the user saved.',
    response: savedSearchListResource,
    handle: async ({ caller: { tenantId, userId } }) => ({
      items: (await deps.inTransaction(tenantId, (tx) => deps.savedSearches.list(tx, tenantId, userId))).map(
        toSavedSearchResource,
      ),
    }),
  }),
  route({
    method: 'post',
    path: '/api/v2/saved-searches',
    scope: 'write',
    summary: 'Save a search',
    operationId: 'saveSearch',
    description: 'Saves the query and the filters of a search for the user.',
    body: savedSearchBody,
    status: 201,
    response: savedSearchResource,
    errors: ['RES_ALREADY_EXISTS', 'BIZ_QUOTA_EXCEEDED'],
    example: { body: { name: 'Recent decisions', parameters: { q: 'decisions', type: 'decision' } } },
    handle: async ({ caller, body }) => toSavedSearchResource(await saveSearch(deps, caller, body)),
  }),
  route({
    method: 'delete',
    path: '/api/v2/saved-searches/:saved_search_id',
    scope: 'write',
    summary: 'Delete a saved search',
    operationId: 'deleteSavedSearch',
    description: 'Deletes a saved search of the user.',
    params: savedSearchParams,
    response: deletedSavedSearchResource,
    errors: ['RES_NOT_FOUND'],
    handle: async ({ caller, params }) => {
      await deleteSavedSearch(deps, caller, params.saved_search_id);
      return { id: params.saved_search_id, deleted: true as const };
    },
  }),
];
