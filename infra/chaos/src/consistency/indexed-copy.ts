/** Items of a tenant in an index, without tombstones. */
export interface IndexedCopy {
  revisions: Map<string, number>;
  /** Contents by id. Empty if the index does not store them. */
  contents: Map<string, string>;
  /** Violations of the index's own invariants, such as duplicates. */
  anomalies: string[];
}
