import { AppError, isAppError, mergePositions } from '@loci/core';
import type { Caller, Positions } from '@loci/core';
import {
  MIN_POSITION_HEADER,
  SEARCHABLE_HEADER,
  getContext,
  routeTable,
  setContext,
  waitForQuery,
} from '@loci/http';
import type { RequestContext } from '@loci/http';
import type { Metrics } from '@loci/runtime';
import type { Request, RequestHandler, Response } from 'express';
import { authenticate } from '../authentication/authenticate.ts';
import type { VerifyToken } from '../authentication/authenticate.ts';
import { MAX_WAIT_MS } from '../indexing-backlog/indexing-backlog.ts';
import type { IndexingBacklog } from '../indexing-backlog/indexing-backlog.ts';
import type { OwnChanges } from '../own-writes/own-changes.ts';
import type { OwnWrites } from '../own-writes/own-writes.ts';
import { checkFreshness } from '../positions/check-freshness.ts';
import type { CheckFreshnessDeps } from '../positions/check-freshness.ts';
import { POSITION_HEADER } from '../positions/position-tokens.ts';
import { limitKey } from '../rate-limit/limit-key.ts';
import { countRequest } from '../rate-limit/count-request.ts';
import type { RateLimiter } from '@loci/http';
import { SECRET_FILTER_PATH } from '../secret-filter/secret-filters.ts';
import type { SecretFilters } from '../secret-filter/secret-filters.ts';
import { observeRequest } from './observe-request.ts';
import type { PublicRoute } from './public-route.ts';
import { whenClosed } from './when-closed.ts';

export interface DispatchDeps extends CheckFreshnessDeps {
  routes: readonly PublicRoute[];
  /** Handlers by service name: a router in this process or a proxy. */
  targets: Record<string, RequestHandler>;
  verify: VerifyToken;
  /** Rate limiter. Null if rate limiting is off. */
  limiter: RateLimiter | null;
  metrics: Metrics;
  ownWrites: OwnWrites;
  ownChanges: Pick<OwnChanges, 'record'>;
  secretFilters: SecretFilters;
  indexingBacklog: IndexingBacklog;
  /** Value of the WWW-Authenticate header of a 401 response. @see RFC 9728 section 5.1 */
  challenge: string;
}

/**
 * Path of the search operation that the search service implements. Before the gateway forwards a request for
 * this path, it waits until searches find the caller's own changes.
 */
const FORWARDED_SEARCH = '/api/v2/search/vector';

/**
 * Handles every API request: finds the route, authenticates the caller, counts the request against the rate limit, and
 * passes it to the service, which checks scopes and permissions.
 */
export function dispatchApi(deps: DispatchDeps): RequestHandler {
  const find = routeTable(deps.routes);
  return async (request, response, next) => {
    const { requestId } = getContext(request)!;
    const match = find(request.method, request.path);
    observeRequest(
      deps.metrics,
      request,
      response,
      match.kind === 'found'
        ? { route: match.route.path, service: match.route.service }
        : { route: 'unknown', service: 'gateway' },
    );

    const isPublic = match.kind === 'found' && match.route.scope === 'public';
    // A public operation needs no access token. Its Authorization header can contain another credential.
    const caller = isPublic ? null : await callerOrError(request, requestId, deps.verify);
    if (deps.limiter) {
      await countRequest(deps.limiter, limitKey(isAppError(caller) ? null : caller, request), response);
    }
    if (match.kind === 'unknown')
      throw new AppError('RES_NOT_FOUND', `No operation exists at ${request.path}.`);
    if (match.kind === 'wrong-method') {
      response.setHeader('allow', match.allowed.join(', '));
      throw new AppError(
        'VAL_METHOD_NOT_ALLOWED',
        `The method ${request.method} is not allowed for ${request.path}. Use ${match.allowed.join(' or ')}.`,
        { details: { allowed_methods: match.allowed } },
      );
    }
    if (isAppError(caller)) {
      deps.metrics.authTokenRejections.inc({ code: caller.code });
      response.setHeader('www-authenticate', deps.challenge);
      throw caller;
    }
    const isWrite = match.route.scope === 'write';
    if (caller && isWrite && match.route.path === SECRET_FILTER_PATH) {
      response.once('close', deps.secretFilters.startChange(caller.tenantId));
    }
    const noteStored =
      caller && match.route.limitsIndexingBacklog && (await joinBacklog(deps, caller, request, response));
    setContext(request, {
      requestId,
      caller: caller && isWrite ? await deps.secretFilters.apply(caller) : caller,
      internal: false,
      ...(caller && {
        onWritten: (items) => deps.ownWrites.record(caller, items),
        ...(isWrite && {
          ...addPositionHeaders(deps, caller, match.route, request, response, noteStored || undefined),
        }),
        ...(match.route.reads && {
          freshness: await checkFreshness(deps, caller, match.route.reads, request, whenClosed(response)),
        }),
        ...(match.route.path === FORWARDED_SEARCH && {
          pendingWrites: await deps.ownWrites.waitUntilSearchable(caller, whenClosed(response)),
        }),
      }),
    });
    const target = deps.targets[match.route.service];
    if (!target)
      throw new AppError('SYS_SERVICE_UNAVAILABLE', `The ${match.route.service} service is not running.`);
    await target(request, response, next);
  };
}

/**
 * Adds the position of a write to its response. The position also contains the minimum position of the request, so that a
 * client needs to keep only the latest position. The response is sent after all gateway processes know the position of the
 * caller. If the request waits for the search indexes, the response contains the result of the wait.
 *
 * @param noteStored called with the positions of the write
 */
function addPositionHeaders(
  { positionTokens: tokens, awaitPositions, ownChanges }: DispatchDeps,
  caller: Caller,
  route: PublicRoute,
  request: Request,
  response: Response,
  noteStored?: (positions: Positions) => void,
): Pick<RequestContext, 'onPositions'> {
  const { tenantId, requestId } = caller;
  const header = request.headers[MIN_POSITION_HEADER];
  const minimum = header === undefined ? {} : tokens.parse(tenantId, String(header));
  const report = async (positions: Positions): Promise<void> => {
    noteStored?.(positions);
    response.setHeader(POSITION_HEADER, tokens.format(tenantId, mergePositions(minimum, positions)));
    await ownChanges.record(caller, positions);
  };
  // The service rejects a request with invalid parameters.
  const query = route.canWaitForSearch ? waitForQuery.safeParse(request.query).data : undefined;
  if (query?.wait_for === undefined) return { onPositions: report };
  const { wait_ms: timeoutMs } = query;
  const signal = whenClosed(response);
  return {
    onPositions: async (positions) => {
      await report(positions);
      const isSearchable = await awaitPositions({
        tenantId,
        requestId,
        positions,
        reads: ['search'],
        timeoutMs,
        signal,
      }).then(
        (behind) => behind.length === 0,
        // The memory is stored, so an error during the wait must not fail the request.
        () => false,
      );
      response.setHeader(SEARCHABLE_HEADER, String(isSearchable));
    },
  };
}

/**
 * Adds a bulk request to the indexing backlog of the tenant. Waits while the backlog is full.
 *
 * @returns a function that must be called with the positions of the write. It removes the request from the backlog when
 *   searches find the change. A request that changes nothing is removed at the end of its response.
 */
async function joinBacklog(
  { indexingBacklog, awaitPositions }: DispatchDeps,
  { tenantId, requestId }: Caller,
  request: Request,
  response: Response,
): Promise<(positions: Positions) => void> {
  const length = request.headers['content-length'];
  const bytes = length === undefined ? undefined : Number(length);
  const remove = await indexingBacklog.add(tenantId, bytes, whenClosed(response));
  let isStored = false;
  response.once('close', () => {
    if (!isStored) remove();
  });
  return (positions) => {
    isStored = true;
    void awaitPositions({
      tenantId,
      requestId,
      positions,
      reads: ['search'],
      timeoutMs: MAX_WAIT_MS,
      // The wait does not end when the client disconnects.
      signal: new AbortController().signal,
    })
      .catch(() => undefined)
      .finally(remove);
  };
}

async function callerOrError(
  request: Request,
  requestId: string,
  verify: VerifyToken,
): Promise<Caller | AppError> {
  try {
    return await authenticate(request, requestId, verify);
  } catch (error) {
    if (isAppError(error) && error.code.startsWith('AUTH_')) return error;
    throw error;
  }
}
