import { Client, errors } from '@elastic/elasticsearch';
import { withDeadline } from '@loci/async';
import { AppError, isAppError, unavailable } from '@loci/core';

const NAME = 'The keyword index';
/** Statuses of invalid requests. Excludes 401 and 403, because an operator can fix the credentials. */
const PERMANENT_STATUSES: ReadonlySet<number> = new Set([400, 409, 413]);
/** Error type for a closed index. It has status 400 but is temporary, because an operator can open the index again. */
const CLOSED_INDEX = 'index_closed_exception';

export type ClientOptions = ConstructorParameters<typeof Client>[0];

/** Options of one request of the Elasticsearch client. */
export interface RequestLimits {
  signal: AbortSignal;
  /** Timeout in milliseconds. */
  requestTimeout: number;
  maxRetries: number;
  /** Returns the seconds before a retry. */
  retryBackoff: () => number;
}

/** Delay before a retry. The client's default of up to 4 s would delay every search during an outage. */
const RETRY_BACKOFF_SECONDS = 0.05;

/**
 * An Elasticsearch client with a timeout per request. Converts errors to application errors. `close` waits
 * for running calls. Requests are retried once if the connection breaks, so they must be idempotent.
 */
export class ElasticsearchConnection {
  readonly #client: Client;
  readonly #timeoutMs: number;
  readonly #running = new Set<Promise<unknown>>();
  #closed: Promise<void> | null = null;

  constructor(options: ClientOptions, timeoutMs: number) {
    this.#client = new Client(options);
    this.#timeoutMs = timeoutMs;
  }

  get isClosing(): boolean {
    return this.#closed !== null;
  }

  /**
   * Runs a call of one or more requests. `close` waits for it.
   *
   * @throws SYS_SERVICE_UNAVAILABLE after `close`
   */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#closed) throw unavailable(NAME);
    const call = work();
    this.#running.add(call);
    try {
      return await call;
    } finally {
      this.#running.delete(call);
    }
  }

  /**
   * Sends a request.
   *
   * @throws SYS_SERVICE_UNAVAILABLE if there is no response in time or the response is a temporary error
   * @throws SYS_INTERNAL_ERROR if Elasticsearch rejects the request and would reject it again
   */
  async request<Result>(
    send: (client: Client, limits: RequestLimits) => Promise<Result>,
    timeoutMs = this.#timeoutMs,
  ): Promise<Result> {
    const limits = { requestTimeout: timeoutMs, maxRetries: 1, retryBackoff: () => RETRY_BACKOFF_SECONDS };
    try {
      return await withDeadline((signal) => send(this.#client, { ...limits, signal }), {
        timeoutMs,
        toError: (reason) => unavailable(NAME, reason),
      });
    } catch (error) {
      throw translateError(error);
    }
  }

  /** Waits for running calls and closes the client. Idempotent. */
  close(): Promise<void> {
    this.#closed ??= Promise.allSettled(this.#running).then(() => this.#client.close());
    return this.#closed;
  }
}

/** Whether Elasticsearch would reject the same request or document again. */
export const isPermanentError = (status: number, errorType: string | undefined): boolean =>
  PERMANENT_STATUSES.has(status) && errorType !== CLOSED_INDEX;

/**
 * Returns the error type in a response, for example `index_not_found_exception`. Undefined for other errors.
 */
export function elasticsearchErrorType(error: unknown): string | undefined {
  const cause = error instanceof errors.ResponseError ? error : (error as { cause?: unknown }).cause;
  if (!(cause instanceof errors.ResponseError)) return undefined;
  return (cause.body as { error?: { type?: string } } | undefined)?.error?.type;
}

function translateError(error: unknown): unknown {
  if (isAppError(error)) return error;
  if (
    error instanceof errors.ResponseError &&
    isPermanentError(error.statusCode ?? 0, elasticsearchErrorType(error))
  )
    return new AppError('SYS_INTERNAL_ERROR', 'Elasticsearch rejected a request of the keyword index.', {
      cause: error,
    });
  if (error instanceof errors.ElasticsearchClientError) return unavailable(NAME, error);
  return error;
}
