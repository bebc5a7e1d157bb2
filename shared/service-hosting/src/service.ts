import type { Route } from '@loci/http';
import type { Consumer } from '@loci/messaging';
import type { Job } from './job.ts';

/**
 * A service, ready to be run by itself or beside the others: it has listened to nothing, read no environment
 * and chosen no adapter.
 */
export interface Service {
  /** Name of its folder, its schema and its role. */
  name: string;
  /** Public operations and those for other services. */
  routes: Route[];
  consumers: Consumer[];
  jobs: Job[];
  close(): Promise<void>;
}
