import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from './api.ts';
import type { Api, ApiCall } from './api.ts';

export interface FetchApiOptions {
  /** URL of the gateway, for example `http://localhost:8080`. */
  baseUrl: string;
  /** Returns a valid access token. `refresh` is true if the server rejected the last one. */
  token(refresh: boolean): Promise<string>;
  /** Interrupts requests and waiting times. */
  signal?: AbortSignal;
  /** Maximum number of attempts of a request. */
  attempts?: number;
}

/** A bulk request of 1,000 memories takes about 300 ms. */
const TIMEOUT_MS = 60_000;
const MAX_BACKOFF_MS = 30_000;

/** Calls the REST API with `fetch`. @see docs/reference/http.md#retries */
export class FetchApi implements Api {
  readonly #options: FetchApiOptions;

  constructor(options: FetchApiOptions) {
    this.#options = { ...options, baseUrl: options.baseUrl.replace(/\/+$/, '') };
  }

  async account(): Promise<string> {
    const token = await this.#options.token(false);
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString() || '{}') as {
      tenant_id?: string;
      sub?: string;
    };
    const parts = [this.#options.baseUrl, claims.tenant_id, claims.sub];
    return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
  }

  async request<T>({ method, path, body, idempotencyKey }: ApiCall): Promise<T> {
    const headers: Record<string, string> = {};
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await this.#send(path, init, method === 'GET' || idempotencyKey !== undefined);
    return ((await response.json()) as { data: T }).data;
  }

  async download(path: string): Promise<Uint8Array> {
    return new Uint8Array(await (await this.#send(path, {}, true)).arrayBuffer());
  }

  async upload<T>(path: string, form: FormData): Promise<T> {
    // An upload of a stored file returns the existing document, so it can be repeated.
    const response = await this.#send(path, { method: 'POST', body: form }, true);
    return ((await response.json()) as { data: T }).data;
  }

  /** Sends a request until it succeeds, fails permanently, or the attempts are used up. */
  async #send(path: string, init: RequestInit, repeatable: boolean): Promise<Response> {
    const { attempts = 8, signal } = this.#options;
    let refresh = false;
    for (let attempt = 1; ; attempt += 1) {
      let error: ApiError;
      let waitMs = Math.min(MAX_BACKOFF_MS, 250 * 2 ** attempt) * (0.5 + Math.random() / 2);
      try {
        const response = await this.#fetch(path, init, refresh);
        if (response.ok) return response;
        error = await toApiError(response);
        const retryAfter = Number(response.headers.get('retry-after') ?? NaN);
        if (Number.isFinite(retryAfter)) waitMs = retryAfter * 1000 + 50;
      } catch (cause) {
        signal?.throwIfAborted();
        error = new ApiError(0, 'CONNECTION_FAILED', `${this.#options.baseUrl} does not respond.`, { cause });
      }
      const expired: boolean = error.code === 'AUTH_TOKEN_EXPIRED' && !refresh;
      if (attempt >= attempts || !(expired || isTransient(error, repeatable))) throw error;
      refresh = expired;
      if (!expired) await sleep(waitMs, undefined, signal === undefined ? {} : { signal });
    }
  }

  async #fetch(path: string, init: RequestInit, refresh: boolean): Promise<Response> {
    const { baseUrl, token, signal } = this.#options;
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    return fetch(baseUrl + path, {
      ...init,
      headers: {
        ...(init.headers as Record<string, string>),
        authorization: `Bearer ${await token(refresh)}`,
      },
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
  }
}

/** A rejected request changed nothing, so it can be repeated without a key. */
function isTransient({ status, code }: ApiError, repeatable: boolean): boolean {
  if (status === 429 || code === 'BIZ_REQUEST_IN_PROGRESS') return true;
  return repeatable && (status === 0 || status === 500 || status === 502 || status === 503 || status === 504);
}

async function toApiError(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as {
    error?: { code?: string; message?: string; details?: Record<string, unknown> | null };
  };
  const {
    code = 'UNKNOWN',
    message = `The server responded with status ${response.status}.`,
    details,
  } = body.error ?? {};
  return new ApiError(response.status, code, message, details ?? {});
}
