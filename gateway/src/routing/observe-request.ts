import type { Metrics } from '@loci/runtime';
import type { Request, Response } from 'express';

/** Measures a request until its answer is out. @param route the template, never the path itself */
export function observeRequest(metrics: Metrics, request: Request, response: Response, route: string): void {
  const started = performance.now();
  response.once('close', () => {
    metrics.httpServerRequestDuration.observe(
      {
        http_request_method: request.method,
        http_route: route,
        http_response_status_code: response.statusCode,
      },
      (performance.now() - started) / 1000,
    );
  });
}
