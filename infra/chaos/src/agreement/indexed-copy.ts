/** What an index holds of a tenant, tombstones aside. */
export interface IndexedCopy {
  revisions: Map<string, number>;
  /** Where the index keeps the items themselves. */
  contents: Map<string, string>;
  /** What must not be, whatever the owner says. */
  oddities: string[];
}
