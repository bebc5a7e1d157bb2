import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestSpan } from '@loci/http';
import { exemplarOf } from '@loci/runtime';
import type { Metrics } from '@loci/runtime';

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
