import { availableParallelism } from 'node:os';
import { unavailable } from '@loci/core';
import { WorkerClient } from '../embedded-storage/worker-client.ts';
import type { WorkerMethods } from '../embedded-storage/worker-messages.ts';
import type { EngineMethods } from './engine-methods.ts';
import { DEFAULT_MAX_MEMORY_BYTES, indexName } from './index-address.ts';
import type { IndexAddress, TenantLostNotice } from './index-address.ts';

/** Data that each engine thread receives as `workerData`. */
export interface EngineThreadData {
  /** Number of threads that share the memory limits of each index. */
  threads: number;
}

const MAX_THREADS = 4;

const MIB = 1024 * 1024;

/**
 * Heap limit of a thread in MiB: the memory limits of the keyword index and of the vector index, and 1 GiB for the archive,
 * messages and garbage.
 *
 * Most data of an index is in typed arrays, which are not part of the heap. The heap contains the names of tags, users and
 * conversations, which the indexes count towards their memory limits. `worker.getHeapStatistics()` reported:
 *
 * - 23 MB without a tenant,
 * - 35 MB with 100,000 items that share users and most tags,
 * - 150 MB with 100,000 and 850 MB with 1,000,000 items of which each has its own user, three tags and conversation. While
 *   they were stored, V8 reserved at most 1,010 MB.
 *
 * The limit is not divided by the number of threads, because the tenant in use is not closed if it exceeds the share of
 * its thread.
 */
const HEAP_LIMIT_MB = (2 * DEFAULT_MAX_MEMORY_BYTES) / MIB + 1024;

/**
 * Returns the default number of threads, which leaves one CPU to the event loop of the platform. On two CPUs, a second
 * thread gains nothing: keyword searches of two tenants with 20,000 items and 8 callers each took 0.23 ms of CPU time with
 * one thread and 0.26 ms with two, and the process answered 4,040/s and 3,630/s (medians of 16 rounds, with other load).
 */
const defaultThreads = (): number => Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1));

/**
 * The threads that hold the embedded indexes. A thread holds all indexes of its tenants, so one message can
 * search several of them. Tenants are assigned to threads by a hash of their id.
 *
 * Threads start with `start` or the first call, and end when all indexes are closed. If a thread exits unexpectedly, its
 * pending calls fail with SYS_SERVICE_UNAVAILABLE and the next call starts a new thread.
 */
export class SearchEngine {
  readonly #threadCount: number;
  readonly #indexes = new Map<string, (tenantId: string) => void>();
  #threads: WorkerClient<EngineMethods>[] = [];

  /** @param threads number of threads, by default one less than the CPUs, at least 1 and at most 4 */
  constructor({ threads = defaultThreads() }: { threads?: number } = {}) {
    this.#threadCount = threads;
  }

  /**
   * Opens an index.
   *
   * @param onTenantLost called after the damaged or missing file of a tenant was replaced with an empty one
   */
  open<Methods extends WorkerMethods>(
    address: IndexAddress,
    onTenantLost: (tenantId: string) => void,
  ): EngineIndex<Methods> {
    this.#indexes.set(address.directory, onTenantLost);
    return new EngineIndex(this, address, () => this.#closeIndex(address));
  }

  /**
   * Starts the threads, so that the first call does not wait for them.
   *
   * @throws SYS_SERVICE_UNAVAILABLE if a thread exits before it has started
   */
  async start(): Promise<void> {
    await Promise.all(this.#createdThreads().map((thread) => thread.call('ping', [])));
  }

  /** Returns the thread that holds a tenant. */
  threadOf(tenantId: string): WorkerClient<EngineMethods> {
    const threads = this.#createdThreads();
    return threads[hash(tenantId) % threads.length]!;
  }

  #createdThreads(): readonly WorkerClient<EngineMethods>[] {
    if (this.#threads.length === 0)
      this.#threads = Array.from({ length: this.#threadCount }, () => this.#createThread());
    return this.#threads;
  }

  async #closeIndex(address: IndexAddress): Promise<void> {
    // A crash of a thread also closes its indexes, so failed calls are ignored.
    const running = this.#threads.filter((thread) => thread.isRunning);
    await Promise.allSettled(running.map((thread) => thread.call('closeIndex', [address.directory])));
    this.#indexes.delete(address.directory);
    if (this.#indexes.size > 0) return;
    const threads = this.#threads;
    this.#threads = [];
    await Promise.all(threads.map((thread) => thread.close()));
  }

  #createThread(): WorkerClient<EngineMethods> {
    return new WorkerClient({
      module: new URL('./engine-thread.ts', import.meta.url),
      data: { threads: this.#threadCount } satisfies EngineThreadData,
      name: 'The search engine',
      heapLimitMb: HEAP_LIMIT_MB,
      onNotice: (notice) => {
        const { directory, tenantLost } = notice as TenantLostNotice;
        this.#indexes.get(directory)?.(tenantLost);
      },
    });
  }
}

/** An index of the engine. */
export class EngineIndex<Methods extends WorkerMethods> {
  readonly engine: SearchEngine;
  readonly address: IndexAddress;
  readonly #close: () => Promise<void>;
  #closing: Promise<void> | null = null;
  #active = 0;
  #onIdle: (() => void) | null = null;

  constructor(engine: SearchEngine, address: IndexAddress, close: () => Promise<void>) {
    this.engine = engine;
    this.address = address;
    this.#close = close;
  }

  /**
   * Calls a method of the index. Calls of one tenant are handled in the order in which they were made.
   *
   * @param transfer buffers in `args` that are moved to the thread instead of copied
   * @throws SYS_SERVICE_UNAVAILABLE after `close`, or if the thread exits before it has returned a result
   */
  call<Name extends keyof Methods & string>(
    method: Name,
    args: Parameters<Methods[Name]>,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<ReturnType<Methods[Name]>> {
    const tenantId = typeof args[0] === 'string' ? args[0] : '';
    return this.use(async () => {
      const result = this.engine
        .threadOf(tenantId)
        .call('call', [tenantId, this.address, method, args], transfer);
      return (await result) as ReturnType<Methods[Name]>;
    });
  }

  /**
   * Keeps the index open while `work` runs.
   *
   * @throws SYS_SERVICE_UNAVAILABLE after `close`
   */
  async use<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#closing) throw unavailable(indexName(this.address.kind));
    this.#active++;
    try {
      return await work();
    } finally {
      this.#active--;
      if (this.#active === 0) this.#onIdle?.();
    }
  }

  /** Waits for the pending calls, then closes the index. Idempotent. */
  close(): Promise<void> {
    this.#closing ??= this.#whenIdle().then(this.#close);
    return this.#closing;
  }

  async #whenIdle(): Promise<void> {
    if (this.#active > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
  }
}

/** The FNV-1a hash of a text, as an unsigned number. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}
