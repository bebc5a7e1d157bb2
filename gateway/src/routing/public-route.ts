import type { Method, Route } from '@loci/http';

/** What the gateway knows of an operation: enough to refuse or to hand it on. */
export interface PublicRoute {
  service: string;
  method: Method;
  path: string;
  scope: 'public' | 'read' | 'write';
}

/** The operations of a service that people outside may call. */
export function publicRoutesOf(service: string, routes: readonly Route[]): PublicRoute[] {
  return routes.flatMap(({ method, path, scope }) =>
    scope === 'internal' || !path.startsWith('/api/') ? [] : [{ service, method, path, scope }],
  );
}
