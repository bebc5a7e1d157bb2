import type { Clock } from '../load/clock.ts';
import type { Tenant } from '../platform/tenants.ts';

/** Dependencies of a quality measurement. */
export interface QualityContext {
  clock: Clock;
  /** Creates a tenant with this name. */
  tenant(name: string): Promise<Tenant>;
  log(message: string): void;
}

/** Number of concurrent searches. */
export const PARALLEL_SEARCHES = 4;
export const INDEXING_TIMEOUT_MS = 300_000;
