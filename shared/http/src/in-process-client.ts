import { withDeadline } from '@loci/async';
import type { ServiceClient } from '@loci/contracts';
import { AppError, currentActor, unavailable } from '@loci/core';
import { getTracing } from '@loci/telemetry';
import type { SpanOptions } from '@loci/telemetry';
import { routeTable } from './route-table.ts';
import { StreamReply } from './route.ts';
import type { Route } from './route.ts';
import { runRoute } from './run-route.ts';
import type { ResponseCheck } from './run-route.ts';

const DEFAULT_TIMEOUT_MS = 10_000;

/**
 * Creates a client of a service in the same process. The client runs the same routes and checks as an HTTP
 * request, except that only tests check the responses of internal operations. Both sides of an internal
 * operation are of the same version, and the check would take a noticeable part of the time of a search.
 *
 * With the response check `throw`, which tests use, request and response bodies are serialized to JSON and
 * parsed again. This reveals values that JSON cannot represent.
 */
export function inProcessClient(routes: readonly Route[], responseCheck: ResponseCheck): ServiceClient {
  const find = routeTable(routes);
  const roundTrip = (value: unknown): unknown =>
    responseCheck === 'throw' && value !== undefined ? JSON.parse(JSON.stringify(value)) : value;
  return async (caller, request, options = {}) => {
    const actor = currentActor();
    const match = find(request.method, request.path);
    if (match.kind !== 'found') {
      throw new AppError(
        'RES_NOT_FOUND',
        `No operation exists at ${request.method.toUpperCase()} ${request.path}.`,
      );
    }
    const isUnchecked = match.route.scope === 'internal' && responseCheck !== 'throw';
    const run = (signal: AbortSignal) =>
      runRoute(
        match.route,
        {
          context: {
            caller,
            requestId: options.requestId ?? caller?.requestId ?? '',
            internal: true,
            ...(options.idempotency && { idempotency: options.idempotency }),
            ...(actor && { actor }),
            ...(options.onWritten && { onWritten: options.onWritten }),
          },
          params: Object.fromEntries(
            Object.entries(match.params).map(([k, v]) => [k, decodeURIComponent(v)]),
          ),
          query: request.query ?? {},
          body: roundTrip(request.body),
          signal,
        },
        isUnchecked ? 'skip' : responseCheck,
      );
    const runInTime = () =>
      withDeadline(run, {
        signal: options.signal,
        timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
        toError: (reason) => unavailable('A required service', reason),
      });
    const tracing = getTracing();
    const result = await (tracing === null
      ? runInTime()
      : tracing.inChildSpan(describeCall(match.route), runInTime));
    if (result instanceof StreamReply) {
      throw new AppError('SYS_INTERNAL_ERROR', 'An in-process call cannot return a streamed response.');
    }
    if (result.isReplayed) options.onReplayed?.();
    if (result.warnings) options.onWarnings?.(result.warnings);
    return roundTrip(result.data);
  };
}

const describeCall = ({ method, path }: Route): SpanOptions => ({
  name: `${method.toUpperCase()} ${path}`,
  kind: 'internal',
  attributes: { 'http.request.method': method.toUpperCase(), 'http.route': path },
});
