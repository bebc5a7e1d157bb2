import { randomUUID } from 'node:crypto';
import { ApiError } from '@loci/client';
import type { Loci } from '@loci/client';
import { addSkipped } from './import-report.ts';
import type { ImportReport } from './import-report.ts';
import type { ImportJournal, JournalItem } from './journal/sqlite-import-journal.ts';
import type { NewMemory } from './new-memory.ts';

/** Limits of a bulk request, with a reserve. @see docs/reference/memories.md#create-memories-in-bulk */
const MAX_MEMORIES = 1000;
const MAX_BYTES = 6 * 1024 * 1024;
const MAX_VALUES = 80_000;
/** The server can store one request while it receives the next one. */
const CONCURRENCY = 2;
/** The server keeps responses for 24 hours. Later, a repetition would create the memories again. */
const MAX_REPEAT_MS = 23 * 60 * 60 * 1000;

type BulkRequest = Parameters<Loci['memories']['createMany']>[0];
type BulkResult = Awaited<ReturnType<Loci['memories']['createMany']>>;

/** Sends memories in bulk requests, of which each is in the journal until its response is stored. */
export class MemorySender {
  readonly #loci: Loci;
  readonly #journal: ImportJournal;
  readonly #report: ImportReport;
  readonly #onProgress: () => void;
  readonly #running = new Set<Promise<void>>();
  /** Keys of the memories that are collected or being sent. At most three batches. */
  readonly #unfinished = new Set<string>();
  #batch: NewMemory[] = [];
  #bytes = 0;
  #values = 0;
  #failure: unknown;

  constructor(loci: Loci, journal: ImportJournal, report: ImportReport, onProgress: () => void) {
    this.#loci = loci;
    this.#journal = journal;
    this.#report = report;
    this.#onProgress = onProgress;
  }

  /**
   * Repeats the requests of an interrupted run. Requests that are too old are dropped, because the journal then receives
   * their memories from the server.
   */
  async resume(): Promise<void> {
    for (const { idempotencyKey, body, createdAt } of this.#journal.pendingBatches()) {
      if (Date.now() - createdAt > MAX_REPEAT_MS) this.#journal.finish(idempotencyKey, []);
      else await this.#send(idempotencyKey, (JSON.parse(body) as { memories: NewMemory[] }).memories);
    }
  }

  /** Adds a memory, unless it is stored already. Waits while two requests are being sent. */
  async add(memory: NewMemory): Promise<void> {
    const { key } = memory.metadata.import;
    if (this.#unfinished.has(key) || this.#journal.has(key)) {
      this.#report.existingMemories += 1;
      this.#onProgress();
      return;
    }
    const bytes = Buffer.byteLength(JSON.stringify(memory));
    const values = countValues(memory);
    if (this.#bytes + bytes > MAX_BYTES || this.#values + values > MAX_VALUES) await this.flush();
    this.#unfinished.add(key);
    this.#batch.push(memory);
    this.#bytes += bytes;
    this.#values += values;
    if (this.#batch.length >= MAX_MEMORIES) await this.flush();
  }

  /** Sends the collected memories. Waits only if too many requests are being sent. */
  async flush(): Promise<void> {
    const memories = this.#batch;
    this.#batch = [];
    this.#bytes = 0;
    this.#values = 0;
    if (memories.length > 0) {
      while (this.#running.size >= CONCURRENCY) await Promise.race(this.#running);
      if (this.#failure === undefined) this.#start(memories);
    }
    this.#throwFailure();
  }

  /** Sends the collected memories and waits for all responses. */
  async finish(): Promise<void> {
    await this.flush();
    await Promise.all(this.#running);
    this.#throwFailure();
  }

  /** Waits for the requests that are being sent, for example after an error. */
  async settle(): Promise<void> {
    await Promise.all(this.#running);
  }

  #start(memories: NewMemory[]): void {
    const body = JSON.stringify({ memories });
    const idempotencyKey = randomUUID();
    this.#journal.begin({ idempotencyKey, body, createdAt: Date.now() });
    const sending = this.#send(idempotencyKey, memories)
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => this.#running.delete(sending));
    this.#running.add(sending);
  }

  async #send(idempotencyKey: string, memories: NewMemory[]): Promise<void> {
    try {
      // The server rejects values that this version of the client does not contain.
      const request = { memories } as BulkRequest;
      const { results } = await this.#loci.memories.createMany(request, { idempotencyKey });
      this.#journal.finish(idempotencyKey, this.#recordResults(memories, results));
    } catch (error) {
      // The server rejected the request, so there is nothing to repeat. Its memories can be part of the next run.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500)
        this.#journal.finish(idempotencyKey, []);
      throw error;
    }
    for (const { metadata } of memories) this.#unfinished.delete(metadata.import.key);
    this.#onProgress();
  }

  #recordResults(memories: readonly NewMemory[], results: BulkResult['results']): JournalItem[] {
    return results.flatMap((result) => {
      const mark = memories[result.index]!.metadata.import;
      if ('id' in result) {
        this.#report.createdMemories += 1;
        return [{ key: mark.key, ref: mark.ref, id: result.id }];
      }
      addSkipped(this.#report, mark.id, result.error.message);
      return [];
    });
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }
}

/** Counts values as the server does, to stay below the limit of values in a body. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((count: number, inner) => count + countValues(inner), 1);
}
