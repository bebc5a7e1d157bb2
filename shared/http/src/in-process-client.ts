import { AppError, unavailable } from '@loci/core';
import type { ServiceClient } from '@loci/contracts';
import { StreamReply } from './route.ts';
import type { Route } from './route.ts';
import { routeTable } from './route-table.ts';
import { runRoute } from './run-route.ts';
import type { ResponseCheck } from './run-route.ts';

/**
 * A client of a service in the same process: the same routes, checks and shapes, without sockets. In tests
 * (`throw`) bodies and answers pass through JSON as well, so that what no network would carry is found there.
 */
export function inProcessClient(routes: readonly Route[], responseCheck: ResponseCheck): ServiceClient {
  const find = routeTable(routes);
  const carry = (value: unknown): unknown =>
    responseCheck === 'throw' && value !== undefined ? JSON.parse(JSON.stringify(value)) : value;
  return async (caller, request, options = {}) => {
    const match = find(request.method, request.path);
    if (match.kind !== 'found') throw new AppError('RES_NOT_FOUND', `No service answers ${request.path}.`);
    const timeout = AbortSignal.timeout(options.timeoutMs ?? 10_000);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
    if (signal.aborted) throw unavailable('The service', signal.reason);
    const running = runRoute(
      match.route,
      {
        context: { caller, requestId: options.requestId ?? caller?.requestId ?? '', internal: true },
        params: Object.fromEntries(Object.entries(match.params).map(([k, v]) => [k, decodeURIComponent(v)])),
        query: request.query ?? {},
        body: carry(request.body),
        signal,
      },
      responseCheck,
    );
    const result = await Promise.race([running, rejectWhenAborted(signal)]);
    if (result instanceof StreamReply)
      throw new AppError('SYS_INTERNAL_ERROR', 'A stream has no in-process answer.');
    return carry(result.data);
  };
}

function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(unavailable('The service', signal.reason)), { once: true });
  });
}
