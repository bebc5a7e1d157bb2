import { Client, errors } from '@elastic/elasticsearch';
import { AppError, isAppError, unavailable } from '@loci/core';

const NAME = 'The keyword index';
// What the server can do nothing with, now or later. Refused credentials are not among it: they can be mended.
const REFUSALS: ReadonlySet<number> = new Set([400, 409, 413]);
// Said with a status of bad requests, though it ends when an operator opens the index again.
const CLOSED_INDEX = 'index_closed_exception';

export type ClientOptions = ConstructorParameters<typeof Client>[0];

/** Of one request to Elasticsearch. */
export interface RequestLimits {
  signal: AbortSignal;
  requestTimeout: number;
  maxRetries: number;
  /** Seconds before the request is repeated. */
  retryBackoff: () => number;
}

/** The client's own pause is up to 4 s, for which every search would wait. */
const RETRY_AFTER_SECONDS = 0.05;

/**
 * A client whose requests end in time, whose errors are the port's, and which can be closed. Requests are repeated once
 * when the connection broke: every one of ours may be.
 */
export class ElasticsearchConnection {
  readonly #client: Client;
  readonly #timeoutMs: number;
  readonly #underWay = new Set<Promise<unknown>>();
  #closed: Promise<void> | null = null;

  constructor(options: ClientOptions, timeoutMs: number) {
    this.#client = new Client(options);
    this.#timeoutMs = timeoutMs;
  }

  get isClosing(): boolean {
    return this.#closed !== null;
  }

  /** One use of the index, of one or more requests. @throws SYS_SERVICE_UNAVAILABLE after `close` */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#closed) throw unavailable(NAME);
    const done = work();
    this.#underWay.add(done);
    try {
      return await done;
    } finally {
      this.#underWay.delete(done);
    }
  }

  /**
   * @throws SYS_SERVICE_UNAVAILABLE when there is no answer in time or the answer is that it cannot work now
   * @throws SYS_INTERNAL_ERROR when Elasticsearch refuses the request; it would again
   */
  async request<Result>(
    send: (client: Client, limits: RequestLimits) => Promise<Result>,
    timeoutMs = this.#timeoutMs,
  ): Promise<Result> {
    const limits = {
      signal: AbortSignal.timeout(timeoutMs),
      requestTimeout: timeoutMs,
      maxRetries: 1,
      retryBackoff: () => RETRY_AFTER_SECONDS,
    };
    try {
      return await send(this.#client, limits);
    } catch (error) {
      throw translated(error);
    }
  }

  /** Lets the uses under way end. Closing twice is closing once. */
  close(): Promise<void> {
    this.#closed ??= Promise.allSettled(this.#underWay).then(() => this.#client.close());
    return this.#closed;
  }
}

/** Whether the same request would be refused again, and another be taken. */
export const isPermanentError = (status: number, errorType: string | undefined): boolean =>
  REFUSALS.has(status) && errorType !== CLOSED_INDEX;

/** The type of the error that Elasticsearch answered a request with, such as `index_not_found_exception`. */
export function elasticsearchErrorType(error: unknown): string | undefined {
  const cause = error instanceof errors.ResponseError ? error : (error as { cause?: unknown }).cause;
  if (!(cause instanceof errors.ResponseError)) return undefined;
  return (cause.body as { error?: { type?: string } } | undefined)?.error?.type;
}

function translated(error: unknown): unknown {
  if (isAppError(error)) return error;
  if (
    error instanceof errors.ResponseError &&
    isPermanentError(error.statusCode ?? 0, elasticsearchErrorType(error))
  )
    return new AppError('SYS_INTERNAL_ERROR', `${NAME} refused a request.`, { cause: error });
  if (error instanceof errors.ElasticsearchClientError) return unavailable(NAME, error);
  return error;
}
