import { TimeoutError } from '../errors.ts';

/** Aborts one attempt of a request after a timeout, or when the caller's signal aborts. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #callerSignal: AbortSignal | undefined;
  readonly #timeoutMs: number;
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
    this.#timer = setTimeout(() => {
      this.#controller.abort(new TimeoutError(`No response within ${this.#timeoutMs} ms.`));
    }, this.#timeoutMs);
  }

  /** Stops the timeout. The caller's signal has no effect afterwards. */
  end(): void {
    clearTimeout(this.#timer);
    this.#callerSignal?.removeEventListener('abort', this.#abort);
  }

  readonly #abort = (): void => this.#controller.abort(this.#callerSignal?.reason);
}
