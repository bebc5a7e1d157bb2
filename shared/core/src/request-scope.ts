import { AsyncLocalStorage } from 'node:async_hooks';
import type { Caller } from './caller.ts';
import { newId } from './ids.ts';
import { mergePositions } from './outbox-position.ts';
import type { Positions } from './outbox-position.ts';

/** The user or operator that a change is made for. */
export interface Actor {
  /** Tenant of the user. Null for the operator. */
  tenantId: string | null;
  userId: string;
  clientId: string;
  /** API key of the access token, or null for a token of an OAuth grant. */
  keyId: string | null;
  /**
   * `session` for a user who is signed in at the authorization server, `operator` for the admin API, `system` for a change
   * that no user requested.
   */
  via: Caller['via'] | 'session' | 'operator' | 'system';
  requestId: string;
  /** Name of the operation, for example `POST /api/v2/memories`. */
  operation: string;
}

/** Returns the actor of an operation of a caller. */
export function actorOf(caller: Caller, operation: string): Actor {
  return {
    tenantId: caller.tenantId,
    userId: caller.userId,
    clientId: caller.clientId,
    keyId: caller.keyId ?? null,
    via: caller.via,
    requestId: caller.requestId,
    operation,
  };
}

/** Returns the actor of an operation of the admin API. */
export const operatorActor = (requestId: string, operation: string): Actor => ({
  tenantId: null,
  userId: 'operator',
  clientId: 'admin-api',
  keyId: null,
  via: 'operator',
  requestId,
  operation,
});

/** Returns the actor of a change that Loci decides on its own, for example `job disable-webhook`. */
export const systemActor = (operation: string): Actor => ({
  tenantId: null,
  userId: 'system',
  clientId: 'system',
  keyId: null,
  via: 'system',
  requestId: newId(),
  operation,
});

/** A memory or document chunk that a request changed, with its new revision. */
export interface WrittenItem {
  id: string;
  revision: number;
}

/** Maximum number of changed items that are kept per request and per principal. The newest are kept. */
export const MAX_WRITTEN_ITEMS = 200;

interface RequestScope {
  actor: Actor | null;
  /** Revisions of changed items by ID. */
  written: Map<string, number>;
  /** Revisions of changed items by ID, including changes that are not committed yet. */
  uncommitted: Map<string, number>;
  /** Positions of the changes. */
  positions: Positions;
}

const current = new AsyncLocalStorage<RequestScope>();

/**
 * Runs an operation in its own scope, in which `currentActor` returns `actor`.
 *
 * @returns the result of the operation and the items that it recorded with `recordWrittenItems`, oldest first. Items of a
 *   nested scope belong only to the nested scope.
 */
export async function runInRequestScope<T>(
  actor: Actor | null,
  run: () => Promise<T>,
): Promise<{ result: T; written: WrittenItem[] }> {
  const written = new Map<string, number>();
  const result = await current.run({ actor, written, uncommitted: new Map(), positions: {} }, run);
  return { result, written: listWrittenItems(written) };
}

/**
 * Returns the actor of the innermost running `runInRequestScope`. Returns null outside of a scope, and if the operation
 * has no actor.
 */
export const currentActor = (): Actor | null => current.getStore()?.actor ?? null;

/** Adds changed items to the result of the innermost running `runInRequestScope`. Has no effect outside of a scope. */
export function recordWrittenItems(items: readonly WrittenItem[]): void {
  const scope = current.getStore();
  if (scope) addWrittenItems(scope.written, items);
}

/**
 * Adds positions of changes to the innermost running `runInRequestScope`, which keeps the later position of each outbox.
 * Has no effect outside of a scope.
 */
export function recordPositions(positions: Positions): void {
  const scope = current.getStore();
  if (scope) scope.positions = mergePositions(scope.positions, positions);
}

/**
 * Adds items of a transaction that has not ended to `uncommittedItems` of the innermost running `runInRequestScope`. Has
 * no effect outside of a scope.
 */
export function recordUncommittedItems(items: readonly WrittenItem[]): void {
  const scope = current.getStore();
  if (scope) addWrittenItems(scope.uncommitted, items);
}

/**
 * Returns the items that the innermost running `runInRequestScope` has recorded with `recordUncommittedItems`, oldest
 * first. For a response that is stored in the transaction of the changes.
 */
export const uncommittedItems = (): WrittenItem[] =>
  listWrittenItems(current.getStore()?.uncommitted ?? new Map<string, number>());

/** Returns the positions that the innermost running `runInRequestScope` has recorded so far. */
export const currentPositions = (): Positions => current.getStore()?.positions ?? {};

const listWrittenItems = (written: ReadonlyMap<string, number>): WrittenItem[] =>
  Array.from(written, ([id, revision]) => ({ id, revision }));

/** Adds items to a map of revisions by ID, and removes the oldest items above `MAX_WRITTEN_ITEMS`. */
function addWrittenItems(written: Map<string, number>, items: readonly WrittenItem[]): void {
  for (const { id, revision } of items.slice(-MAX_WRITTEN_ITEMS)) {
    written.delete(id);
    written.set(id, revision);
  }
  for (const id of written.keys()) {
    if (written.size <= MAX_WRITTEN_ITEMS) return;
    written.delete(id);
  }
}
