import { AppError } from '@loci/core';
import type { ServiceClient } from '@loci/contracts';
import { routeTable } from '@loci/http';
import type { PublicRoute } from './public-route.ts';

/**
 * Creates a client for the public operations of all services. Calls the services directly, not the gateway.
 *
 * @param connect returns the client of a service by its name
 */
export function createApiClient(
  routes: readonly PublicRoute[],
  connect: (service: string) => ServiceClient,
): ServiceClient {
  const find = routeTable(routes);
  return async (caller, request, options) => {
    const match = find(request.method, request.path);
    if (match.kind !== 'found') {
      throw new AppError('SYS_INTERNAL_ERROR', `No route matches ${request.method} ${request.path}.`);
    }
    return connect(match.route.service)(caller, request, options);
  };
}
