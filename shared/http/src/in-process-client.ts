import type { ServiceClient } from '@loci/contracts';
import { AppError, unavailable } from '@loci/core';
import { routeTable } from './route-table.ts';
import { StreamReply } from './route.ts';
import type { Route } from './route.ts';
import { runRoute } from './run-route.ts';
import type { ResponseCheck } from './run-route.ts';

const DEFAULT_TIMEOUT_MS = 10_000;

/**
 * Creates a client of a service in the same process. The client runs the same routes and checks as an HTTP
 * request. With the response check `throw`, which tests use, request and response bodies are serialized to
 * JSON and parsed again. This reveals values that JSON cannot represent.
 */
export function inProcessClient(routes: readonly Route[], responseCheck: ResponseCheck): ServiceClient {
  const find = routeTable(routes);
  const roundTrip = (value: unknown): unknown =>
    responseCheck === 'throw' && value !== undefined ? JSON.parse(JSON.stringify(value)) : value;
  return async (caller, request, options = {}) => {
    const match = find(request.method, request.path);
    if (match.kind !== 'found') {
      throw new AppError('RES_NOT_FOUND', `The path ${request.path} does not exist.`);
    }
    const deadline = startDeadline(options.signal, options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    try {
      const running = runRoute(
        match.route,
        {
          context: {
            caller,
            requestId: options.requestId ?? caller?.requestId ?? '',
            internal: true,
            ...(options.onWritten && { onWritten: options.onWritten }),
          },
          params: Object.fromEntries(
            Object.entries(match.params).map(([k, v]) => [k, decodeURIComponent(v)]),
          ),
          query: request.query ?? {},
          body: roundTrip(request.body),
          signal: deadline.signal,
        },
        responseCheck,
      );
      return roundTrip(dataOf(await Promise.race([running, deadline.passed])));
    } finally {
      deadline.clear();
    }
  };
}

function dataOf(result: Awaited<ReturnType<typeof runRoute>>): unknown {
  if (result instanceof StreamReply) {
    throw new AppError('SYS_INTERNAL_ERROR', 'An in-process call cannot return a streamed response.');
  }
  return result.data;
}

interface Deadline {
  /** Aborted when the caller aborts or the time is over. */
  signal: AbortSignal;
  /** Rejects with SYS_SERVICE_UNAVAILABLE when the signal is aborted. */
  passed: Promise<never>;
  /** Releases the timer and the listener. */
  clear(): void;
}

/**
 * Starts the deadline of one call. Its timer is cleared when the call ends. `AbortSignal.timeout` would keep a timer of
 * each finished call until it fires, and creating its exception takes longer than the call itself.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if the caller has already aborted
 */
function startDeadline(outer: AbortSignal | undefined, timeoutMs: number): Deadline {
  if (outer?.aborted) throw unavailable('A required service', outer.reason);
  const controller = new AbortController();
  const { promise: passed, reject } = Promise.withResolvers<never>();
  // The call may have ended without waiting for the promise.
  passed.catch(() => undefined);
  const abort = (reason: unknown): void => {
    controller.abort(reason);
    reject(unavailable('A required service', reason));
  };
  const onAbort = (): void => abort(outer!.reason);
  const onTimeout = (): void =>
    abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  const timer = setTimeout(onTimeout, timeoutMs).unref();
  outer?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    passed,
    clear: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', onAbort);
    },
  };
}
