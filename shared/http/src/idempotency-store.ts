import type { Positions, WrittenItem } from '@loci/core';
import type { RequestKey } from './idempotency-key.ts';
import type { Route } from './route.ts';

/** A successful response that can be stored as JSON. */
export interface StoredReply {
  status: number;
  data: unknown;
  metadata?: Record<string, unknown> | undefined;
  warnings?: readonly string[] | undefined;
  /** ETag of the object in `data`, with its quotation marks. */
  etag?: string | undefined;
  /** Positions of the changes. Undefined for an operation without events. */
  positions?: Positions | undefined;
  /** Memories and document chunks that the request changed. */
  writtenItems?: readonly WrittenItem[] | undefined;
}

/** A request with an idempotency key. The key belongs to a user of a tenant. */
export interface KeyedRequest extends RequestKey {
  tenantId: string;
  userId: string;
  /** Returns the part of the response that is stored. By default, the whole response. */
  toStored?: (reply: StoredReply) => StoredReply;
}

/** Stores the responses of requests with an idempotency key. */
export interface IdempotencyStore {
  /**
   * Runs `handle` and stores its response in the transaction of its changes. If the response of an earlier request with
   * the same key is stored, returns this response without calling `handle`.
   *
   * @throws VAL_IDEMPOTENCY_KEY_REUSED if the earlier request was different; BIZ_REQUEST_IN_PROGRESS if it is still
   *   running; the errors of `handle`, after which the key is free again
   * @param toReply converts a result of the handler to its response, for handlers that store it themselves
   */
  run(
    request: KeyedRequest,
    handle: () => Promise<StoredReply>,
    toReply: (outcome: unknown) => StoredReply,
  ): Promise<{ reply: StoredReply; isReplayed: boolean }>;
}

/**
 * Returns routes of which the operations with the scope `write` accept idempotency keys from clients, except uploads,
 * whose input is not known before the handler has read it, and operations that can be repeated without a key. Internal
 * operations accept keys from other services.
 */
export const withIdempotencyKeys = (routes: readonly Route[], idempotency: IdempotencyStore): Route[] =>
  routes.map((route) =>
    (route.scope === 'write' && typeof route.body !== 'string' && !route.isRepeatable) ||
    route.scope === 'internal'
      ? { ...route, idempotency }
      : route,
  );
