import type { Total } from '@loci/core';

/** Maximum number of days of the activity. */
export const MAX_ACTIVITY_DAYS = 31;
/** Number of the memories that changed last, among which memories with a failed embedding are searched. */
export const SEARCHED_FOR_FAILURES = 1_000;
/** Maximum number of memories with a failed embedding in an overview. */
export const MAX_FAILED_MEMORIES = 5;

/** What a tenant has to decide and to wait for. @see docs/reference/memories.md#get-an-overview */
export interface Overview {
  openContradictions: Total;
  openSuggestions: Total;
  /** Searchable memories, and those of them with a completed embedding. */
  memories: { total: number; embedded: number };
  /** Memories whose content the embedding model rejected, latest change first. */
  failed: { id: string; content: string }[];
  activity: DayActivity[];
}

/** Memories that were created on a day. */
export interface DayActivity {
  /** Start of the day in UTC. */
  day: Date;
  created: Total;
}
