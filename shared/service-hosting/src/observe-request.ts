import type { IncomingMessage, ServerResponse } from 'node:http';
import { nameRequestSpan, requestSpan, traceRequest } from '@loci/http';
import { exemplarOf } from '@loci/runtime';
import type { Metrics } from '@loci/runtime';
import type { Request, RequestHandler } from 'express';

/**
 * Records the duration of a request when its response is closed.
 *
 * @param routeOf returns the route template at the end of the request; never the path, which would create a time series per
 *   ID
 */
export function observeDuration(
  { httpServerRequestDuration }: Pick<Metrics, 'httpServerRequestDuration'>,
  request: IncomingMessage,
  response: ServerResponse,
  routeOf: () => string,
): void {
  const started = performance.now();
  response.once('close', () => {
    httpServerRequestDuration.observe({
      labels: {
        http_request_method: request.method ?? '',
        http_route: routeOf(),
        http_response_status_code: response.statusCode,
      },
      value: (performance.now() - started) / 1_000,
      exemplarLabels: exemplarOf(requestSpan(request)?.context),
    });
  });
}

/**
 * Measures the requests of an Express application or router, and names their spans after their routes. Mount it before the
 * routes.
 */
export const observeRequests =
  (metrics: Pick<Metrics, 'httpServerRequestDuration'>): RequestHandler =>
  (request, response, next) => {
    observeDuration(metrics, request, response, () => routeOf(request));
    // The span ends when the response is closed, which is after it has finished.
    if (requestSpan(request) !== null) {
      response.once('finish', () => {
        const route = routeOf(request);
        if (route !== UNKNOWN_ROUTE) nameRequestSpan(request, route);
      });
    }
    next();
  };

/** Traces the requests of browsers to a server. Mount it first. */
export const traceRequests: RequestHandler = (request, response, next) =>
  traceRequest(request, response, { isTrusted: false }, next);

const UNKNOWN_ROUTE = 'unknown';

/**
 * Returns the template of the route that Express has found, including the path under which its router is mounted, and
 * `unknown` without a route. Of a route with several templates, returns the one with as many segments as the path.
 */
function routeOf({ route, baseUrl, path }: Request): string {
  const template = (route as { path: string | readonly string[] } | undefined)?.path;
  if (template === undefined) return UNKNOWN_ROUTE;
  const templates = typeof template === 'string' ? [template] : template;
  const matching = templates.find((each) => each.split('/').length === path.split('/').length);
  return `${baseUrl}${matching ?? templates[0]}`;
}
