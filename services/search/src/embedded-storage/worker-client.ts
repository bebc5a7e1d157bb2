import { nextTick } from 'node:process';
import { Worker } from 'node:worker_threads';
import { AppError, unavailable, type ErrorCode } from '@loci/core';
import type { CallMessage, SerializedError, WorkerMessage, WorkerMethods } from './worker-messages.ts';

export interface WorkerOptions {
  /** Module that the thread runs. It must call `serveCalls`. */
  module: URL;
  /** Data that the module receives as `workerData`. */
  data: unknown;
  /** Subject of error messages, such as "The keyword index". Also the name of the thread. */
  name: string;
  /**
   * Maximum size of the old generation of the thread's JavaScript heap in MiB. Buffers of typed arrays do not count. A
   * thread that exceeds the limit exits. The process continues, unless a single object, such as the table of a large Map,
   * exceeds the limit by more than 16 MiB: V8 then ends the process. The limit must therefore be well above the normal
   * use. Ignored if Node.js runs with `--max-old-space-size`.
   */
  heapLimitMb: number;
  /** Called for each `sendNotice` of the worker. */
  onNotice(notice: unknown): void;
}

interface PendingCall {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/**
 * Calls the methods of a worker thread. The thread starts with the first call. If it exits unexpectedly, its
 * pending calls fail with SYS_SERVICE_UNAVAILABLE and the next call starts a new thread.
 */
export class WorkerClient<Methods extends WorkerMethods> {
  readonly #options: WorkerOptions;
  #worker: Worker | null = null;
  #closing: Promise<void> | null = null;
  #pending = new Map<number, PendingCall>();
  /** Calls of the next message. */
  #outgoing: CallMessage[] = [];
  #transfers: ArrayBuffer[] = [];
  #lastCallId = 0;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /**
   * Calls a method of the worker. Calls with the same first argument are handled in the order in which they
   * were made.
   *
   * @param transfer buffers in `args` that are moved to the worker instead of copied
   * @throws SYS_SERVICE_UNAVAILABLE after `close`, or if the thread exits before it has returned a result
   * @throws the error of the method, with its code and message but not its class
   */
  async call<Name extends keyof Methods & string>(
    method: Name,
    args: Parameters<Methods[Name]>,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<ReturnType<Methods[Name]>> {
    if (this.#closing) throw unavailable(this.#options.name);
    return (await this.#post(method, args, transfer)) as ReturnType<Methods[Name]>;
  }

  /** True if the thread has started and has not exited. */
  get isRunning(): boolean {
    return this.#worker !== null;
  }

  /** Waits for the pending calls, then ends the thread. Idempotent. */
  close(): Promise<void> {
    this.#closing ??= this.#worker ? this.#end(this.#worker) : Promise.resolve();
    return this.#closing;
  }

  async #end(worker: Worker): Promise<void> {
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    // The call is rejected if the thread exits before it responds.
    await this.#post('close', [], []).catch(() => {});
    await ended;
  }

  #post(method: string, args: unknown[], transfer: readonly ArrayBuffer[]): Promise<unknown> {
    this.#worker ??= this.#start();
    const callId = ++this.#lastCallId;
    if (this.#outgoing.length === 0) this.#scheduleFlush();
    this.#outgoing.push({ callId, method, args });
    this.#transfers.push(...transfer);
    return new Promise((resolve, reject) => this.#pending.set(callId, { resolve, reject }));
  }

  /**
   * Schedules a message to the thread. If it is idle, it receives the call at once. Otherwise, the message is sent when all
   * requests that have arrived are read, because one message for their calls takes less time than one for each.
   */
  #scheduleFlush(): void {
    if (this.#pending.size === 0) nextTick(() => this.#flush());
    else setImmediate(() => this.#flush());
  }

  #flush(): void {
    const calls = this.#outgoing;
    const transfers = this.#transfers;
    this.#outgoing = [];
    this.#transfers = [];
    try {
      // The thread may have exited since the calls were queued.
      this.#worker ??= this.#start();
      this.#worker.postMessage(calls, transfers);
    } catch (error) {
      for (const { callId } of calls) this.#takePending(callId)?.reject(error as Error);
    }
  }

  #takePending(callId: number): PendingCall | undefined {
    const call = this.#pending.get(callId);
    this.#pending.delete(callId);
    return call;
  }

  #start(): Worker {
    const worker = new Worker(this.#options.module, {
      workerData: this.#options.data,
      name: this.#options.name,
      resourceLimits: { maxOldGenerationSizeMb: this.#options.heapLimitMb },
    });
    let cause: unknown;
    worker.on('message', (messages: WorkerMessage[]) => {
      for (const message of messages) this.#receive(message);
    });
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', () => {
      this.#worker = null;
      const lost = this.#pending;
      this.#pending = new Map();
      for (const call of lost.values()) call.reject(unavailable(this.#options.name, cause));
    });
    return worker;
  }

  #receive(message: WorkerMessage): void {
    if ('notice' in message) return this.#options.onNotice(message.notice);
    const call = this.#takePending(message.callId);
    if ('error' in message) call?.reject(deserializeError(message.error));
    else call?.resolve(message.result);
  }
}

function deserializeError({ name, message, code, details, fieldErrors }: SerializedError): Error {
  if (code === undefined) return Object.assign(new Error(message), { name });
  return new AppError(code as ErrorCode, message, {
    details: details ?? undefined,
    fieldErrors: fieldErrors ?? undefined,
  });
}
