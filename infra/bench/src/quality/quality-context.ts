import type { Clock } from '../load/clock.ts';
import type { Tenant } from '../platform/tenants.ts';

/** What a measurement of retrieval quality works with. */
export interface QualityContext {
  clock: Clock;
  /** A new tenant. */
  tenant(name: string): Promise<Tenant>;
  log(message: string): void;
}

/** Searches under way at a time. */
export const PARALLEL_SEARCHES = 4;
export const INDEXING_TIMEOUT_MS = 300_000;
