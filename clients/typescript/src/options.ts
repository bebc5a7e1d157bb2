import type { AccessTokenCallback } from './authentication/access-tokens.ts';

/** Facts about a successful response that are not part of its data. */
export interface ResponseInfo {
  status: number;
  requestId: string | null;
  /** What the server changed or ignored in the request. */
  warnings: readonly string[];
  /** True if the results include all changes up to the positions of the request; null if no position was sent. */
  fresh: boolean | null;
  /** True if searches find the memories of a write with `waitFor`; null without `waitFor`. */
  searchable: boolean | null;
  /** True if the response is the stored response of an earlier request with the same idempotency key. */
  replayed: boolean;
  /** State of the memory, for `ifMatch`; null if the response does not have an ETag. */
  etag: string | null;
  /** Position of the write; null for reads. */
  position: string | null;
}

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, including its retries. */
  signal?: AbortSignal | undefined;
  /** Maximum time of each attempt in milliseconds, or of each pause in a stream. */
  timeoutMs?: number | undefined;
  /** Maximum number of repetitions after failures that a repetition can fix. */
  maxRetries?: number | undefined;
  /** Key that identifies a write. Default: a random UUID for each call. */
  idempotencyKey?: string | undefined;
  /** Position of a write of another client of the tenant. A read waits for this write, too. */
  minPosition?: string | undefined;
  /** Receives facts about the successful response. */
  onResponse?: ((info: ResponseInfo) => void) | undefined;
}

/** Options of changes of an object that has an ETag. */
export interface ChangeOptions extends CallOptions {
  /** Rejects the change with the status 412 if the object does not have this ETag any more. */
  ifMatch?: string | undefined;
}

/** Options of the creation of memories. */
export interface CreateOptions extends CallOptions {
  /** `searchable` delays the response until searches find the memories. */
  waitFor?: 'searchable' | undefined;
  /** Maximum time of this wait in milliseconds, 0 to 5,000. Default: 1,000. */
  waitMs?: number | undefined;
}

/** Options of the client. Exactly one of `apiKey` and `accessToken` is required. */
export interface LociOptions {
  /** Base URL of the gateway. Default: `http://localhost:8080`. */
  baseUrl?: string | undefined;
  /** API key, which the client exchanges for access tokens. */
  apiKey?: string | undefined;
  /** OAuth access token, or a callback that returns one. */
  accessToken?: string | AccessTokenCallback | undefined;
  /** Default of `timeoutMs` of calls: 30,000. */
  timeoutMs?: number | undefined;
  /** Default of `maxRetries` of calls: 2. */
  maxRetries?: number | undefined;
  /** Longest `retry-after` that a call waits for, in milliseconds. Default: 60,000. */
  maxRetryAfterMs?: number | undefined;
  /** Aborts all calls of the client, including their retries. */
  signal?: AbortSignal | undefined;
  /** Receives facts about every successful response, before `onResponse` of the call. */
  onResponse?: ((info: ResponseInfo) => void) | undefined;
  /** True to include the client's own writes in its reads. Default: true. */
  readYourWrites?: boolean | undefined;
  /** Replacement of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
}
