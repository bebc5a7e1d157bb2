import type { PortalApi } from '../api/portal-api.ts';

/** Number of objects, or a lower bound of it. */
export interface Count {
  total: number;
  total_is_exact: boolean;
}

/** @see docs/reference/memories.md#get-an-overview */
export interface Overview {
  open_contradictions: Count;
  open_suggestions: Count;
  embeddings: { completed: number; outstanding: number; failed: { id: string; content: string }[] };
  /** Memories that were created on each UTC day, oldest day first. */
  activity: (Count & { date: string })[];
}

/** Loads the overview. @param days number of days of the activity */
export const loadOverview = (api: PortalApi, days: number): Promise<Overview> =>
  api.request<Overview>({ path: '/api/v2/overview', query: { days: String(days) } });

/** Number of pairs that wait for a decision. */
export const countOpen = ({ open_contradictions, open_suggestions }: Overview): Count => ({
  total: open_contradictions.total + open_suggestions.total,
  total_is_exact: open_contradictions.total_is_exact && open_suggestions.total_is_exact,
});
