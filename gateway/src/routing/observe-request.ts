import { nameRequestSpan } from '@loci/http';
import type { Metrics } from '@loci/runtime';
import { observeDuration } from '@loci/service-hosting';
import type { Request, Response } from 'express';

/**
 * Records the duration of a request when its response is closed, and names its span.
 *
 * @param route the route template; never the path, which would create a time series per ID
 * @param service the service that handles the request
 */
export function observeRequest(
  metrics: Metrics,
  request: Request,
  response: Response,
  { route, service }: { route: string; service: string },
): void {
  nameRequestSpan(request, route, service);
  observeDuration(metrics, request, response, () => route);
}
