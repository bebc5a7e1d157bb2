/** Maximum number of saved searches of a user. */
export const MAX_SAVED_SEARCHES = 50;
export const MAX_NAME_LENGTH = 100;

/** A search that a user saved under a name. @see docs/reference/search.md#saved-searches */
export interface SavedSearch {
  tenantId: string;
  id: string;
  userId: string;
  /** Unique among the saved searches of the user. */
  name: string;
  parameters: Readonly<Record<string, unknown>>;
  createdAt: Date;
}
