import type { IncomingMessage, ServerResponse } from 'node:http';
import { getTracing } from '@loci/telemetry';
import type { TraceSpan } from '@loci/telemetry';

const spans = new WeakMap<IncomingMessage, TraceSpan>();

export interface TraceRequestOptions {
  /**
   * True if another process of the platform sent the request. Its trace and its sampling decision are then continued. Of a
   * client, only the trace is continued.
   */
  isTrusted: boolean;
}

/**
 * Continues with `next` in the span of a request, which ends with the response. Without tracing, only continues. Health
 * checks have no span.
 */
export function traceRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { isTrusted }: TraceRequestOptions,
  next: () => void,
): void {
  const tracing = getTracing();
  if (tracing === null || request.url?.startsWith('/health') === true) {
    next();
    return;
  }
  const method = request.method ?? '';
  const { traceparent } = request.headers;
  const isContinued = typeof traceparent === 'string' && (isTrusted || tracing.continuesClientTraces);
  const span = tracing.startSpan({
    name: method,
    kind: 'server',
    attributes: { 'http.request.method': method },
    parent: isContinued ? { traceparent, isTrusted } : null,
  });
  spans.set(request, span);
  response.once('close', () => {
    const { statusCode } = response;
    span.setAttributes({ 'http.response.status_code': statusCode });
    if (statusCode >= 500) span.fail(String(statusCode));
    span.end();
  });
  span.run(next);
}

/** Returns the span of a request, or null without tracing. */
export const requestSpan = (request: IncomingMessage): TraceSpan | null => spans.get(request) ?? null;

/**
 * Names the span of a request after its route.
 *
 * @param route the route template; never the path, which contains IDs
 * @param service the service that handles the request
 */
export function nameRequestSpan(request: IncomingMessage, route: string, service?: string): void {
  const span = spans.get(request);
  if (!span) return;
  span.rename(`${request.method} ${route}`);
  span.setAttributes({ 'http.route': route, ...(service !== undefined && { 'loci.service': service }) });
}
