import type { Transaction } from '@loci/postgres';
import { MAX_SAVED_SEARCHES } from './saved-search.ts';
import type { SavedSearch } from './saved-search.ts';

interface SavedSearchRow {
  tenant_id: string;
  id: string;
  user_id: string;
  name: string;
  parameters: SavedSearch['parameters'];
  created_at: Date;
}

/** Stores saved searches. Each operation reads and changes only the searches of one user. */
export interface SavedSearchRepository {
  /** Serializes the creations of a user until the transaction ends, so that they count each other. */
  lockCreation(tx: Transaction, tenantId: string, userId: string): Promise<void>;
  /** Lists the searches of a user, sorted by name. */
  list(tx: Transaction, tenantId: string, userId: string): Promise<SavedSearch[]>;
  insert(tx: Transaction, search: SavedSearch): Promise<void>;
  /** Deletes a search of a user. Returns false if the user has no search with this ID. */
  remove(tx: Transaction, tenantId: string, userId: string, id: string): Promise<boolean>;
}

export const savedSearchRepository: SavedSearchRepository = {
  lockCreation: async (tx, tenantId, userId) => {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `saved-searches:${tenantId}:${userId}`,
    ]);
  },

  list: async (tx, tenantId, userId) => {
    const rows = await tx.query<SavedSearchRow>(
      `SELECT tenant_id, id, user_id, name, parameters, created_at FROM saved_searches
       WHERE tenant_id = $1 AND user_id = $2 ORDER BY name LIMIT ${MAX_SAVED_SEARCHES}`,
      [tenantId, userId],
      'saved-search-list',
    );
    return rows.map((row) => ({
      tenantId: row.tenant_id,
      id: row.id,
      userId: row.user_id,
      name: row.name,
      parameters: row.parameters,
      createdAt: row.created_at,
    }));
  },

  insert: async (tx, { tenantId, id, userId, name, parameters, createdAt }) => {
    await tx.query(
      `INSERT INTO saved_searches (tenant_id, id, user_id, name, parameters, created_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [tenantId, id, userId, name, JSON.stringify(parameters), createdAt],
      'saved-search-insert',
    );
  },

  remove: async (tx, tenantId, userId, id) => {
    const rows = await tx.query(
      'DELETE FROM saved_searches WHERE tenant_id = $1 AND user_id = $2 AND id = $3 RETURNING id',
      [tenantId, userId, id],
      'saved-search-remove',
    );
    return rows.length > 0;
  },
};
