import { ConnectionError, LociError, TimeoutError } from '../errors.ts';

/** Aborts one attempt of a request after a timeout, or when the caller's signal aborts. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #callerSignal: AbortSignal | undefined;
  readonly #timeoutMs: number;
  #hasEnded = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(timeoutMs: number, callerSignal: AbortSignal | undefined) {
    this.#timeoutMs = timeoutMs;
    this.#callerSignal = callerSignal;
    callerSignal?.addEventListener('abort', this.#abort, { once: true });
    if (callerSignal?.aborted === true) this.#abort();
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts the timeout again, because data was transferred. */
  restart(): void {
    clearTimeout(this.#timer);
    // The body of a request can still be read after the response arrived.
    if (this.#hasEnded) return;
    this.#timer = setTimeout(() => {
      this.#controller.abort(new TimeoutError(`No response within ${this.#timeoutMs} ms.`));
    }, this.#timeoutMs);
  }

  /** Stops the timeout until the next `restart`. */
  pause(): void {
    clearTimeout(this.#timer);
  }

  /** Returns the error that the caller of a failed request receives. `fetch` fails with a TypeError without details. */
  toError(error: unknown): unknown {
    if (error instanceof LociError) return error;
    if (this.signal.aborted) return this.signal.reason;
    const reason = error instanceof Error ? error.message : String(error);
    return new ConnectionError(`The request failed: ${reason}`, { cause: error });
  }

  /** Stops the timeout. The caller's signal has no effect afterwards. */
  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    this.#callerSignal?.removeEventListener('abort', this.#abort);
  }

  readonly #abort = (): void => this.#controller.abort(this.#callerSignal?.reason);
}
