import { AppError, notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import { recordAudit } from '@loci/postgres';
import type { InTransaction } from '@loci/postgres';
import type { SavedSearchRepository } from './saved-search.repository.ts';
import { MAX_SAVED_SEARCHES } from './saved-search.ts';
import type { SavedSearch } from './saved-search.ts';

export interface SavedSearchDeps {
  inTransaction: InTransaction;
  savedSearches: SavedSearchRepository;
  newId(): string;
  now(): Date;
}

/**
 * Saves a search for the caller.
 *
 * @throws RES_ALREADY_EXISTS if the caller has a search with this name; BIZ_QUOTA_EXCEEDED if the caller has the maximum
 *   number of searches
 * @see docs/reference/search.md#save-a-search
 */
export async function saveSearch(
  { inTransaction, savedSearches, newId, now }: SavedSearchDeps,
  { tenantId, userId }: Caller,
  input: Pick<SavedSearch, 'name' | 'parameters'>,
): Promise<SavedSearch> {
  const search: SavedSearch = { ...input, tenantId, userId, id: newId(), createdAt: now() };
  await inTransaction(tenantId, async (tx) => {
    await savedSearches.lockCreation(tx, tenantId, userId);
    const existing = await savedSearches.list(tx, tenantId, userId);
    const sameName = existing.find(({ name }) => name === input.name);
    if (sameName !== undefined) {
      throw new AppError('RES_ALREADY_EXISTS', 'You already have a saved search with this name.', {
        details: { resource_type: 'saved_search', identifier: sameName.id },
      });
    }
    if (existing.length >= MAX_SAVED_SEARCHES) {
      throw new AppError(
        'BIZ_QUOTA_EXCEEDED',
        `A user can have at most ${MAX_SAVED_SEARCHES} saved searches. Delete one of them.`,
        { details: { resource_type: 'saved_search', limit: MAX_SAVED_SEARCHES } },
      );
    }
    await savedSearches.insert(tx, search);
    await recordAudit(tx, { tenantId, action: 'create', objectType: 'saved_search', objectIds: [search.id] });
  });
  return search;
}

/**
 * Deletes a saved search of the caller.
 *
 * @throws RES_NOT_FOUND if the caller has no saved search with this ID
 * @see docs/reference/search.md#delete-a-saved-search
 */
export async function deleteSavedSearch(
  { inTransaction, savedSearches }: Pick<SavedSearchDeps, 'inTransaction' | 'savedSearches'>,
  { tenantId, userId }: Caller,
  id: string,
): Promise<void> {
  await inTransaction(tenantId, async (tx) => {
    if (!(await savedSearches.remove(tx, tenantId, userId, id))) throw notFound('saved_search', id);
    await recordAudit(tx, { tenantId, action: 'delete', objectType: 'saved_search', objectIds: [id] });
  });
}
