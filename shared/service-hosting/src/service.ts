import type { Route } from '@loci/http';
import type { Consumer } from '@loci/messaging';
import type { Job } from './job.ts';

/**
 * A service that is ready to run, alone or together with other services in one process. It does not listen on
 * a port, read the environment or choose adapters.
 */
export interface Service {
  /** Name of the service, of its folder and of its database schema. Its database role is `loci_<name>`. */
  name: string;
  /** Public and internal routes. */
  routes: Route[];
  consumers: Consumer[];
  jobs: Job[];
  close(): Promise<void>;
}
