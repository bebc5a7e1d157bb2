import type { OperationId } from '../../generated/requests.ts';
import type { Clock } from '../data/clock.ts';
import { FakeError, invalidField, notFound, notImplemented } from '../fake-error.ts';
import { withoutElements } from '../validation/bulk-elements.ts';
import { guardJson } from '../validation/guard-json.ts';
import { readQuery } from '../validation/read-query.ts';
import type { RequestDescription } from '../../request-description.ts';
import { findUnknownFields } from '../validation/unknown-fields.ts';
import { validate } from '../validation/validate.ts';
import type { Account, Accounts } from './accounts.ts';
import { matchesEtag, parseEtagCondition } from './etag.ts';
import { findOperation } from './find-operation.ts';
import type { FoundOperation } from './find-operation.ts';
import { findStoredResponse, fingerprintOf, parseIdempotencyKey, storeResponse } from './idempotency.ts';
import { isImplemented, OPERATIONS } from './operations.ts';
import type { Call, Result } from './operation.ts';
import { checkPositions, currentPosition } from './positions.ts';
import { errorResponse, successResponse, withCommonHeaders } from './responses.ts';
import type { ResponseFacts } from './responses.ts';

/** Operations without an access token. */
export const TOKEN_OPERATIONS: ReadonlySet<OperationId> = new Set<OperationId>([
  'exchangeApiKey',
  'refreshToken',
]);
const WAIT_PARAMETERS = new Set(['wait_for', 'wait_ms']);

export interface FakeServerDeps {
  clock: Clock;
  accounts: Accounts;
}

/** Responds to a request as a server does. Never rejects, except with the reason of an aborted signal. */
export async function respond(deps: FakeServerDeps, request: Request): Promise<Response> {
  request.signal.throwIfAborted();
  const requestId = request.headers.get('x-request-id') ?? crypto.randomUUID();
  try {
    const bytes = new Uint8Array(await request.arrayBuffer());
    request.signal.throwIfAborted();
    deps.clock.startRequest();
    return handle(deps, request, bytes, requestId);
  } catch (error) {
    if (error instanceof FakeError) return errorResponse(error, requestId, deps.clock.now());
    throw error;
  }
}

function handle(
  deps: FakeServerDeps,
  request: Request,
  bytes: Uint8Array<ArrayBuffer>,
  requestId: string,
): Response {
  const { clock, accounts } = deps;
  const url = new URL(request.url);
  const found = findOperation(request.method, url.pathname);
  const { id, description } = found;
  if (TOKEN_OPERATIONS.has(id)) {
    const body = description.body === null ? {} : readBody(found, request, bytes).body;
    const data =
      id === 'exchangeApiKey'
        ? accounts.exchange(request.headers)
        : accounts.refresh((body as { refresh_token: string }).refresh_token);
    return successResponse({ data }, { requestId, now: clock.now() });
  }
  const account = accounts.authenticate(request.headers);
  if (!isImplemented(id)) throw notImplemented(`The operation ${id} (${request.method} ${description.path})`);
  requirePermission(description, account);
  const call = readCall(deps, found, { request, url, bytes, account });
  const warnings = ignoredFieldWarnings(description, url, call.given, request.headers);
  const facts = readFacts(call, description, { requestId, now: clock.now() });
  const respondTo = (result: Result, more: Partial<ResponseFacts>): Response => {
    const all = { ...result, warnings: [...warnings, ...(result.warnings ?? [])] };
    return successResponse(all, { ...facts, ...more });
  };
  const key = readKey(description, call);
  const fingerprint = fingerprintOf(id, call.path, queryWithoutWait(url), call.given);
  const stored = key === null ? null : findStoredResponse(call.tenant, key, fingerprint, clock.now());
  if (stored !== null) {
    requireNotDeleted(call, stored.result);
    return respondTo(stored.result, { position: stored.position, isReplayed: true });
  }
  const isWrite = description.scopes[0] === 'write';
  const result = OPERATIONS[id](call);
  if (result instanceof Response) return withCommonHeaders(result, facts);
  if (isNotModified(call, result)) return notModified(result.etag!, requestId);
  if (!isWrite) return respondTo(result, {});
  call.tenant.writes += 1;
  const position = currentPosition(call.tenant);
  if (key !== null) storeResponse(call.tenant, key, { fingerprint, usedAt: clock.now(), result, position });
  return respondTo(result, { position });
}

/** A call with the input as the client sent it. */
interface ReadCall extends Call {
  given: unknown;
}

function readCall(
  { clock }: FakeServerDeps,
  found: FoundOperation,
  {
    request,
    url,
    bytes,
    account,
  }: { request: Request; url: URL; bytes: Uint8Array<ArrayBuffer>; account: Account },
): ReadCall {
  const { description, path } = found;
  const { headers } = request;
  const positions = headers.get('x-loci-min-position');
  if (positions !== null && description.headers.includes('x-loci-min-position'))
    checkPositions(account.tenant, positions);
  const parameters = validate(
    {
      type: 'object',
      properties: description.path_parameters,
      required: Object.keys(description.path_parameters),
    },
    path,
    'path',
  );
  const query = readQuery(description.query, url.searchParams);
  const input = description.body === null ? { body: bytes, given: {} } : readBody(found, request, bytes);
  return {
    tenant: account.tenant,
    user: account.user,
    clock,
    headers,
    path: parameters as Record<string, string>,
    query,
    ...input,
    contentType: headers.get('content-type') ?? '',
    ifMatch: description.headers.includes('if-match')
      ? parseEtagCondition('if-match', headers.get('if-match'))
      : null,
  };
}

/** @throws FakeError for a body that is not valid JSON or breaks the schema */
function readBody(
  { id, description }: FoundOperation,
  { headers }: Request,
  bytes: Uint8Array,
): { body: unknown; given: unknown } {
  const isJson = /^application\/json\s*(;|$)/i.test(headers.get('content-type') ?? '');
  if (bytes.length > 0 && !isJson) {
    const message = 'The content type must be application/json.';
    throw new FakeError('VAL_VALIDATION_FAILED', message, { status: 415 });
  }
  const given = bytes.length === 0 ? {} : parseJson(bytes);
  guardJson(given);
  return { body: validate(withoutElements(id, description.body!), given, 'body'), given };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalidField('body', 'The request body is not valid JSON.', 'VAL_VALIDATION_FAILED');
  }
}

/** @throws FakeError AUTH_FORBIDDEN if the API key does not have the permission */
function requirePermission({ scopes }: RequestDescription, { user }: Account): void {
  // An operation needs the permission of its scope, unless it names another permission.
  const permission = scopes[1] ?? scopes[0];
  if (permission === undefined || (user.permissions as readonly string[]).includes(permission)) return;
  throw new FakeError('AUTH_FORBIDDEN', `The access token does not have the permission ${permission}.`);
}

/** @throws FakeError VAL_FIELD_UNKNOWN if the client prefers strict handling */
function ignoredFieldWarnings(
  { query, body }: RequestDescription,
  url: URL,
  given: unknown,
  headers: Headers,
): string[] {
  const parameters = [...new Set(url.searchParams.keys())].filter((name) => !Object.hasOwn(query, name));
  const fields = body === null ? [] : findUnknownFields(body, given);
  const ignored = [
    ...parameters.map((name) => ['query parameter', name] as const),
    ...fields.map((name) => ['field', name] as const),
  ];
  if (ignored.length > 0 && /(^|,)\s*handling\s*=\s*"?strict"?/i.test(headers.get('prefer') ?? '')) {
    const names = ignored.map(([, name]) => name);
    throw new FakeError('VAL_FIELD_UNKNOWN', `Unknown: ${names.join(', ')}.`, {
      fieldErrors: Object.fromEntries(
        ignored.slice(0, 50).map(([place, name]) => [name, [`This ${place} is unknown.`]]),
      ),
    });
  }
  return ignored.map(([place, name]) => `The ${place} ${name} is unknown and was ignored.`);
}

function readFacts(
  { query, headers }: Call,
  description: RequestDescription,
  base: ResponseFacts,
): ResponseFacts {
  const acceptsFreshness = Object.hasOwn(description.query, 'require_fresh');
  const isFresh = acceptsFreshness && headers.has('x-loci-min-position');
  return { ...base, isFresh, isSearchable: query['wait_for'] === 'searchable' };
}

function readKey({ headers: accepted, scopes }: RequestDescription, call: Call): string | null {
  const header = call.headers.get('idempotency-key');
  if (header === null || scopes[0] !== 'write' || !accepted.includes('idempotency-key')) return null;
  return `${call.user.id} ${parseIdempotencyKey(header)}`;
}

/** @throws FakeError RES_NOT_FOUND for the stored response of the creation of a memory that was deleted */
function requireNotDeleted({ tenant }: Call, { data, status }: Result): void {
  const id = (data as { id?: string }).id;
  if (status === 201 && id !== undefined && tenant.deletedMemoryIds.has(id)) throw notFound('memory', id);
}

const queryWithoutWait = (url: URL): unknown =>
  Object.fromEntries([...url.searchParams].filter(([name]) => !WAIT_PARAMETERS.has(name)));

function isNotModified({ headers }: Call, { etag }: Result): boolean {
  const condition =
    etag === undefined ? null : parseEtagCondition('if-none-match', headers.get('if-none-match'));
  return condition !== null && matchesEtag(condition, etag!);
}

const notModified = (etag: string, requestId: string): Response =>
  new Response(null, { status: 304, headers: { etag, 'x-request-id': requestId } });
