import type { AccessTokens } from '../authentication/access-tokens.ts';
import { ApiError, AuthenticationError, LociError } from '../errors.ts';
import type { CallOptions, ResponseInfo } from '../options.ts';
import type { Body, Data, Method, Path } from '../types.ts';
import { buildUrl } from './build-url.ts';
import type { QueryParameters } from './build-url.ts';
import { Deadline } from './deadline.ts';
import { acceptsIdempotencyKey, isSafeToRepeat } from './operation-kind.ts';
import { withMinPosition } from './positions.ts';
import type { Positions } from './positions.ts';
import { readError } from './read-error.ts';
import { responseInfo } from './response-info.ts';
import { retryDelay } from './retry.ts';
import { sleep, untilAborted } from './sleep.ts';

/** The name `BodyInit` is not global in the types of Node.js. */
export type RequestBody = NonNullable<RequestInit['body']>;

/** Body that is not JSON. */
export interface RawBody {
  /** Returns the body of one attempt. */
  open: (deadline: Deadline) => RequestBody | Promise<RequestBody>;
  contentType?: string;
  /** False if `open` can be called only once. */
  canRepeat: boolean;
}

export interface RequestInput<B = unknown> {
  path?: Readonly<Record<string, string>>;
  query?: QueryParameters | undefined;
  body?: B;
  raw?: RawBody;
  headers?: Readonly<Record<string, string>>;
}

export interface TransportSettings {
  baseUrl: string;
  fetch: typeof globalThis.fetch;
  /** Null for requests without a token, and if the request has its own `authorization` header. */
  tokens: AccessTokens | null;
  /** Null if reads do not have to include the client's own writes. */
  positions: Positions | null;
  timeoutMs: number;
  maxRetries: number;
  /** Longest `retry-after` that a call waits for, in milliseconds. */
  maxRetryAfterMs: number;
  /** Aborts all calls. */
  signal: AbortSignal | undefined;
  /** Receives facts about every successful response whose body is JSON. */
  onResponse: ((info: ResponseInfo) => void) | undefined;
}

/** Reads the successful response of one attempt, and ends the deadline when the response is read. */
type ReadResponse<T> = (response: Response, deadline: Deadline) => Promise<T>;

interface Attempt<T> {
  url: string;
  init: RequestInit & { duplex?: 'half' };
  raw: RawBody | undefined;
  read: ReadResponse<T>;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** Sends requests with authentication, retries, timeouts, idempotency keys and positions. */
export class Transport {
  readonly #settings: TransportSettings;

  constructor(settings: TransportSettings) {
    this.#settings = settings;
  }

  /** Sends a request. Resolves to `data` of the response. */
  call<M extends Method, P extends Path>(
    method: M,
    path: P,
    input: RequestInput<Body<M, P>> = {},
    options: CallOptions = {},
  ): Promise<Data<M, P>> {
    return this.send(method, path, input, options, async (response, deadline) => {
      const envelope = await readJson(response);
      deadline.end();
      const info = responseInfo(response, envelope.meta);
      this.#settings.onResponse?.(info);
      options.onResponse?.(info);
      return envelope.data as Data<M, P>;
    });
  }

  /**
   * Sends a request until it succeeds or cannot be repeated.
   *
   * @param read reads the response and ends the deadline
   */
  async send<T>(
    method: Method,
    path: Path,
    input: RequestInput,
    options: CallOptions,
    read: ReadResponse<T>,
  ): Promise<T> {
    const { positions, tokens } = this.#settings;
    const url = buildUrl(this.#settings.baseUrl, path, input.path ?? {}, input.query ?? {});
    const headers = this.#headers(method, path, input, options);
    const canRepeat = input.raw?.canRepeat ?? true;
    const maxRetries = options.maxRetries ?? this.#settings.maxRetries;
    const signal = anySignal(this.#settings.signal, options.signal);
    let tokenWasRejected = false;
    for (let failures = 0; ;) {
      signal?.throwIfAborted();
      const token = tokens === null ? null : await untilAborted(tokens.get(), signal);
      if (token !== null) headers.set('authorization', `Bearer ${token}`);
      const own = positions?.current() ?? [];
      const sent = withMinPosition(own, options.minPosition);
      if (sent.length > 0) headers.set('x-loci-min-position', sent.join(','));
      else headers.delete('x-loci-min-position');
      try {
        return await this.#attempt({
          url,
          init: { method: method.toUpperCase(), headers, ...jsonBody(input) },
          raw: input.raw,
          timeoutMs: options.timeoutMs ?? this.#settings.timeoutMs,
          signal,
          read: (response, deadline) => {
            const position = response.headers.get('x-loci-position');
            if (position !== null) positions?.record(position, sent);
            return read(response, deadline);
          },
        });
      } catch (error) {
        if (!canRepeat) throw error;
        if (error instanceof AuthenticationError && token !== null && !tokenWasRejected) {
          tokenWasRejected = true;
          if (tokens!.reject(token)) continue;
        }
        if (error instanceof ApiError && error.code === 'VAL_POSITION_INVALID' && own.length > 0) {
          positions!.forget(own);
          continue;
        }
        failures += 1;
        if (failures > maxRetries) throw error;
        const delay = retryDelay(error, failures, isSafeToRepeat(path), this.#settings.maxRetryAfterMs);
        if (delay === null) throw error;
        await sleep(delay, signal);
      }
    }
  }

  #headers(method: Method, path: Path, input: RequestInput, options: CallOptions): Headers {
    const headers = new Headers(input.headers);
    if (input.body !== undefined) headers.set('content-type', 'application/json');
    if (input.raw?.contentType !== undefined) headers.set('content-type', input.raw.contentType);
    if (acceptsIdempotencyKey(method, path)) {
      headers.set('idempotency-key', options.idempotencyKey ?? crypto.randomUUID());
    }
    return headers;
  }

  async #attempt<T>({ url, init, raw, read, timeoutMs, signal }: Attempt<T>): Promise<T> {
    const deadline = new Deadline(timeoutMs, signal);
    try {
      const body = raw === undefined ? {} : rawBody(await raw.open(deadline));
      const response = await this.#settings.fetch(url, { ...init, ...body, signal: deadline.signal });
      if (!response.ok) throw await readError(response);
      return await read(response, deadline);
    } catch (error) {
      deadline.end();
      signal?.throwIfAborted();
      throw deadline.toError(error);
    }
  }
}

function jsonBody({ body }: RequestInput): { body?: string } {
  return body === undefined ? {} : { body: JSON.stringify(body) };
}

/** `fetch` requires `duplex` for a stream, and ignores it for other bodies. */
function rawBody(body: RequestBody): { body: RequestBody; duplex: 'half' } {
  return { body, duplex: 'half' };
}

/** Returns a signal that aborts with either signal. */
function anySignal(first: AbortSignal | undefined, second: AbortSignal | undefined): AbortSignal | undefined {
  return first === undefined || second === undefined ? (first ?? second) : AbortSignal.any([first, second]);
}

interface Envelope {
  data: unknown;
  meta?: { request_id?: string; warnings?: string[]; fresh?: boolean };
}

async function readJson(response: Response): Promise<Envelope> {
  const body = parseJson(await response.text());
  if (typeof body === 'object' && body !== null && 'data' in body) return body as Envelope;
  throw new LociError('The response is not from Loci. Check `baseUrl`.');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
