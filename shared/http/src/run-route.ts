import type { IncomingMessage } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import type { Actor, Caller } from '@loci/core';
import {
  AppError,
  actorOf,
  currentPositions,
  isAppError,
  operatorActor,
  recordPositions,
  recordWrittenItems,
  runInRequestScope,
  uncommittedItems,
} from '@loci/core';
import type { z } from 'zod';
import { authorize } from './authorize.ts';
import type { RequestContext } from './context.ts';
import { matchesEtag, parseEtagCondition } from './etag.ts';
import type { ConditionHeader, EtagCondition } from './etag.ts';
import { freshnessQuery, notFresh } from './freshness.ts';
import { IDEMPOTENCY_KEY_HEADER, fingerprintOf, parseIdempotencyKey } from './idempotency-key.ts';
import type { IdempotencyStore, KeyedRequest, StoredReply } from './idempotency-store.ts';
import { PREFER_HEADER, ignoredFieldWarnings } from './ignored-fields.ts';
import { filterSecrets } from './filter-secrets.ts';
import type { Filtered } from './filter-secrets.ts';
import { guardJson, guardText } from './json-guard.ts';
import { limitWarnings } from './limit-warnings.ts';
import { Reply, StreamReply, jsonBodySchema } from './route.ts';
import type { Route, SecretResponse } from './route.ts';
import { validate } from './validation.ts';
import { waitForQuery, withoutWait } from './wait-for.ts';

/** Unvalidated input of a route. */
export interface RouteRequest {
  context: RequestContext | undefined;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
  signal: AbortSignal;
  request?: IncomingMessage;
}

export interface RouteResult extends StoredReply {
  /** False if the results may lack changes up to the minimum position. Undefined without a minimum position. */
  isFresh?: boolean | undefined;
  /** True if the client already has the object, because the ETag of the object fulfills `If-None-Match`. */
  isNotModified?: true;
  /** True if the response was stored by an earlier request with the same idempotency key. */
  isReplayed?: true;
}

/**
 * Handling of responses that do not match their schema. With `throw`, which tests use, a request fails if
 * its response does not match the schema, or if its error code is not declared. Production uses a function
 * that logs the problem, and the response is sent unchanged.
 */
export type ResponseCheck = 'throw' | ((route: Route, problem: string) => void);

/**
 * Authorizes a request, validates its input, runs the handler and checks the response. Independent of the
 * transport.
 *
 * @param check handles a response that does not match its schema; `skip` returns the response unchecked, with
 *   all fields
 */
export async function runRoute(
  route: Route,
  input: RouteRequest,
  check: ResponseCheck | 'skip',
): Promise<RouteResult | StreamReply> {
  authorize(route, input.context);
  const { params, query, body, filterWarnings } = await readInput(route, input);
  const ifMatch = route.acceptsIfMatch ? readCondition('if-match', input) : null;
  const ifNoneMatch = route.hasEtag && route.scope === 'read' ? readCondition('if-none-match', input) : null;
  const ignored = findIgnored(route, input);
  const caller = input.context?.caller;
  const actor = findActor(route, input.context);
  const toReply = (outcome: unknown): StoredReply => {
    const reply = outcome instanceof Reply ? outcome : new Reply(outcome);
    return {
      status: reply.status ?? route.status ?? 200,
      data: checkResponse(route, reply.data, check),
      metadata: reply.metadata,
      warnings: limitWarnings([...ignored, ...filterWarnings, ...reply.warnings]),
      etag: reply.etag,
      positions: orUndefined(currentPositions()),
      writtenItems: orUndefined(uncommittedItems()),
    };
  };
  const handle = async (): Promise<RouteResult | StreamReply> => {
    const running = route.handle({
      caller: (caller ?? undefined) as Caller,
      requestId: input.context?.requestId ?? '',
      params: params as never,
      query: query as never,
      body: body as never,
      ifMatch,
      signal: input.signal,
      request: input.request,
    });
    const outcome = await (check === 'throw' ? running.catch(rejectUndeclaredError(route)) : running);
    if (outcome instanceof StreamReply) return outcome;
    const isFresh = checkFreshness(input.context, outcome);
    const reply = toReply(outcome);
    const isNotModified =
      ifNoneMatch !== null && reply.etag !== undefined && matchesEtag(ifNoneMatch, reply.etag);
    return { ...reply, isFresh, ...(isNotModified && { isNotModified }) };
  };
  const keyed = readKeyedRequest(route, input, params);
  const { result, written } = await runInRequestScope(actor, () =>
    keyed ? runOnce(route, keyed, handle, toReply) : handle(),
  );
  if (written.length > 0) input.context?.onWritten?.(written);
  if (!(result instanceof StreamReply)) await reportPositions(route, input.context, result);
  return result;
}

/** Reports the positions of a successful request to the client and to the request that caused this one. */
async function reportPositions(
  { scope, latestPositions }: Route,
  context: RequestContext | undefined,
  { positions }: RouteResult,
): Promise<void> {
  if (positions) recordPositions(positions);
  if (scope !== 'write' && positions === undefined) return;
  // A retry of a write whose response was lost can find nothing to change. Its response must not have a position before
  // the first write.
  await context?.onPositions?.(positions ?? (await latestPositions?.()) ?? {});
}

/** @throws SYS_NOT_FRESH if the request requires fresh results */
function checkFreshness(context: RequestContext | undefined, outcome: unknown): boolean | undefined {
  const freshness = context?.freshness;
  if (freshness === undefined) return undefined;
  const isIncomplete = outcome instanceof Reply && outcome.isIncomplete;
  if (isIncomplete && freshness.isRequired) throw notFresh(['search'], freshness.waitMs);
  return freshness.isFresh && !isIncomplete;
}

const orUndefined = <T extends object>(value: T): T | undefined =>
  Object.keys(value).length > 0 ? value : undefined;

interface StoredRequest {
  request: KeyedRequest;
  store: IdempotencyStore;
}

/** Returns the idempotency key of a request, or null for a request without a key. */
function readKeyedRequest(
  { idempotency: store, method, path, scope, canWaitForSearch }: Route,
  { context, request, query, body }: RouteRequest,
  params: unknown,
): StoredRequest | null {
  const header = scope === 'write' ? request?.headers[IDEMPOTENCY_KEY_HEADER] : undefined;
  if (store === undefined || (header === undefined && context?.idempotency === undefined)) return null;
  // An operation without a caller belongs to the user whose request caused it.
  const { tenantId, userId } = (context!.caller ?? context!.actor)!;
  const key = context?.idempotency ?? {
    key: parseIdempotencyKey(String(header)),
    // The query and the body are compared as they were sent, so that a change of a default value between two versions
    // of Loci does not change the fingerprint.
    fingerprint: fingerprintOf(
      method,
      path,
      params ?? {},
      canWaitForSearch ? withoutWait(query) : query,
      body ?? {},
    ),
  };
  return { request: { tenantId: tenantId!, userId, ...key }, store };
}

async function runOnce(
  { secret }: Route,
  { request, store }: StoredRequest,
  handle: () => Promise<StoredReply | StreamReply>,
  toReply: (outcome: unknown) => StoredReply,
): Promise<RouteResult> {
  const handleJson = async (): Promise<StoredReply> => {
    const result = await handle();
    if (!(result instanceof StreamReply)) return result;
    throw new AppError('SYS_INTERNAL_ERROR', 'A streamed response cannot be stored for an idempotency key.');
  };
  const stored = secret ? { ...request, toStored: withoutSecret(secret) } : request;
  const { reply, isReplayed } = await store.run(stored, handleJson, toReply);
  if (!isReplayed) return reply;
  if (secret) throw secretNotStored(secret, reply);
  // The process that received the first request can have been killed before the caller searched.
  if (reply.writtenItems) recordWrittenItems(reply.writtenItems);
  return { ...reply, isReplayed };
}

const withoutSecret =
  ({ idOf }: SecretResponse) =>
  ({ status, data, positions }: StoredReply): StoredReply => ({
    status,
    data: { id: idOf(data as never) },
    positions,
  });

function secretNotStored({ resourceType, advice }: SecretResponse, { data }: StoredReply): AppError {
  const { id: identifier } = data as { id: string };
  return new AppError(
    'RES_ALREADY_EXISTS',
    `The first request with this idempotency key succeeded for the ${resourceType} ${identifier}. ` +
      `Its response contains a secret and is not stored. ${advice}`,
    { details: { resource_type: resourceType, identifier } },
  );
}

/** Returns the name of an operation as in the OpenAPI document, for example `GET /api/v2/memories/{memory_id}`. */
const nameOperation = ({ method, path }: Route): string =>
  `${method.toUpperCase()} ${path.replace(/:(\w+)/g, '{$1}')}`;

/** Returns the actor of a request. An internal request has the actor of the request that caused it. */
function findActor(route: Route, context: RequestContext | undefined): Actor | null {
  if (context?.actor) return context.actor;
  const operation = nameOperation(route);
  if (context?.caller) return actorOf(context.caller, operation);
  return context?.isOperator ? operatorActor(context.requestId, operation) : null;
}

async function readInput(route: Route, input: RouteRequest) {
  try {
    for (const value of Object.values(input.params)) {
      if (typeof value === 'string') guardText(value, 'path');
    }
    for (const [key, value] of Object.entries(input.query)) {
      if (typeof value === 'string') guardText(value, key);
    }
    const params = route.params ? validate(route.params, input.params, 'path') : undefined;
    const query = route.query ? validate(route.query, input.query, 'query') : undefined;
    if (route.reads) validate(freshnessQuery, input.query, 'query');
    if (route.canWaitForSearch) validate(waitForQuery, input.query, 'query');
    const schema = jsonBodySchema(route);
    if (schema === undefined) return { params, query, body: undefined, filterWarnings: [] };
    guardJson(input.body);
    const { value, warnings: filterWarnings } = await filterBody(route, schema, input);
    return {
      params,
      query,
      body: validate(schema, value === undefined ? {} : value, 'body'),
      filterWarnings,
    };
  } catch (error) {
    throw withFieldStatus(route, error);
  }
}

/** Applies the secret filter of the tenant to the body of a write. A service writes with an internal operation, too. */
async function filterBody(
  { scope }: Route,
  schema: z.ZodType,
  { context, body }: RouteRequest,
): Promise<Filtered> {
  const action = scope === 'write' || scope === 'internal' ? context?.caller?.secretFilter : undefined;
  return action === undefined ? { value: body, warnings: [] } : filterSecrets(body, action, schema);
}

/** Returns the condition of a header, or null for a request without the header. */
function readCondition(header: ConditionHeader, { request }: RouteRequest): EtagCondition | null {
  const value = request?.headers[header];
  return value === undefined ? null : parseEtagCondition(header, value);
}

/** Returns warnings for the ignored fields of a client. A service can be older than another one that calls it. */
function findIgnored(route: Route, { context, query, body, request }: RouteRequest): string[] {
  if (request === undefined || route.scope === 'internal' || context?.internal) return [];
  return ignoredFieldWarnings(route, { query, body }, request.headers[PREFER_HEADER]);
}

function withFieldStatus({ invalidFieldStatus = {} }: Route, error: unknown): unknown {
  if (!isAppError(error) || error.code !== 'VAL_FIELD_INVALID') return error;
  const [field, ...others] = Object.keys(error.fieldErrors ?? {});
  // A client can send a query parameter with the name of an inherited property, for example `constructor`.
  if (field === undefined || others.length > 0 || !Object.hasOwn(invalidFieldStatus, field)) return error;
  return new AppError(error.code, error.message, {
    details: error.details ?? undefined,
    fieldErrors: error.fieldErrors ?? undefined,
    cause: error,
    status: invalidFieldStatus[field],
  });
}

/** Codes of errors that every route can return without a declaration. */
const ALWAYS_POSSIBLE = /^(VAL_|SYS_|BIZ_REQUEST_IN_PROGRESS$)/;

function rejectUndeclaredError(route: Route): (error: unknown) => never {
  return (error) => {
    if (isAppError(error) && !ALWAYS_POSSIBLE.test(error.code) && !route.errors?.includes(error.code)) {
      const problem = `${route.method.toUpperCase()} ${route.path} does not declare the error ${error.code}.`;
      throw new AppError('SYS_INTERNAL_ERROR', problem, { cause: error });
    }
    throw error;
  };
}

function checkResponse(route: Route, data: unknown, check: ResponseCheck | 'skip'): unknown {
  if (route.response === null || check === 'skip') return data;
  if (route.hasExactResponse && check !== 'throw') return data;
  const parsed = route.response.safeParse(data);
  if (parsed.success) {
    if (route.hasExactResponse && !isDeepStrictEqual(parsed.data, data)) {
      const problem = `${route.method.toUpperCase()} ${route.path} returned fields that its response schema lacks.`;
      throw new AppError('SYS_INTERNAL_ERROR', problem);
    }
    return parsed.data;
  }
  const mismatches = parsed.error.issues
    .map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    .join('; ');
  const problem = `${route.method.toUpperCase()} ${route.path} does not match its response schema: ${mismatches}`;
  if (check === 'throw') throw new AppError('SYS_INTERNAL_ERROR', problem);
  check(route, problem);
  return data;
}
