import { nextTick } from 'node:process';
import { Worker } from 'node:worker_threads';
import { AppError, unavailable, type ErrorCode } from '@loci/core';
import type { CallMessage, SerializedError, WorkerMessage, WorkerMethods } from './worker-messages.ts';

export interface WorkerOptions {
  /** The module that calls `serveCalls`. */
  module: URL;
  data: unknown;
  /** For error messages: "The keyword index". */
  name: string;
  onNotice(notice: unknown): void;
}

interface PendingCall {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/**
 * The near side of a worker thread: each call is a promise. A thread that dies fails its calls with
 * SYS_SERVICE_UNAVAILABLE, and the next call starts another.
 */
export class WorkerClient<Methods extends WorkerMethods> {
  readonly #options: WorkerOptions;
  #worker: Worker | null = null;
  #closing: Promise<void> | null = null;
  #pending = new Map<number, PendingCall>();
  // Calls of this turn, which travel together.
  #outgoing: CallMessage[] = [];
  #transfers: ArrayBuffer[] = [];
  #lastCallId = 0;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /** @throws SYS_SERVICE_UNAVAILABLE after `close`, or when the thread dies */
  async call<Name extends keyof Methods & string>(
    method: Name,
    args: Parameters<Methods[Name]>,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<ReturnType<Methods[Name]>> {
    if (this.#closing) throw unavailable(this.#options.name);
    return (await this.#post(method, args, transfer)) as ReturnType<Methods[Name]>;
  }

  /** Lets the calls under way finish, then ends the thread. Closing twice is closing once. */
  close(): Promise<void> {
    this.#closing ??= this.#worker ? this.#end(this.#worker) : Promise.resolve();
    return this.#closing;
  }

  async #end(worker: Worker): Promise<void> {
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    // A thread that dies instead has ended as well.
    await this.#post('close', [], []).catch(() => {});
    await ended;
  }

  #post(method: string, args: unknown[], transfer: readonly ArrayBuffer[]): Promise<unknown> {
    this.#worker ??= this.#start();
    const callId = ++this.#lastCallId;
    if (this.#outgoing.length === 0) nextTick(() => this.#send());
    this.#outgoing.push({ callId, method, args });
    this.#transfers.push(...transfer);
    return new Promise((resolve, reject) => this.#pending.set(callId, { resolve, reject }));
  }

  #send(): void {
    const calls = this.#outgoing;
    const transfers = this.#transfers;
    this.#outgoing = [];
    this.#transfers = [];
    try {
      // The thread may have died since the calls were made.
      this.#worker ??= this.#start();
      this.#worker.postMessage(calls, transfers);
    } catch (error) {
      for (const { callId } of calls) this.#take(callId)?.reject(error as Error);
    }
  }

  #take(callId: number): PendingCall | undefined {
    const call = this.#pending.get(callId);
    this.#pending.delete(callId);
    return call;
  }

  #start(): Worker {
    const worker = new Worker(this.#options.module, {
      workerData: this.#options.data,
      name: this.#options.name,
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
    const call = this.#take(message.callId);
    if ('error' in message) call?.reject(fromWireError(message.error));
    else call?.resolve(message.result);
  }
}

function fromWireError({ name, message, code, details, fieldErrors }: SerializedError): Error {
  if (code === undefined) return Object.assign(new Error(message), { name });
  return new AppError(code as ErrorCode, message, {
    details: details ?? undefined,
    fieldErrors: fieldErrors ?? undefined,
  });
}
