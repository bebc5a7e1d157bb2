import type { Method, ReadModel, Route } from '@loci/http';

/** Fields of a public operation that the gateway needs to dispatch requests. */
export interface PublicRoute {
  service: string;
  method: Method;
  path: string;
  scope: 'public' | 'read' | 'write';
  /** As in `RouteSpec`. */
  reads?: readonly ReadModel[];
  /** As in `RouteSpec`. */
  canWaitForSearch?: true;
  /** As in `RouteSpec`. */
  limitsIndexingBacklog?: true;
}

/** Selects the public routes of a service. */
export function publicRoutesOf(service: string, routes: readonly Route[]): PublicRoute[] {
  return routes.flatMap(({ method, path, scope, reads, canWaitForSearch, limitsIndexingBacklog }) =>
    scope === 'internal' || !path.startsWith('/api/')
      ? []
      : [
          {
            service,
            method,
            path,
            scope,
            ...(reads && { reads }),
            ...(canWaitForSearch && { canWaitForSearch }),
            ...(limitsIndexingBacklog && { limitsIndexingBacklog }),
          },
        ],
  );
}
