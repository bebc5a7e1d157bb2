import { randomUUID } from 'node:crypto';
import type { MemoryRecord, MemoryState } from '@loci/account-export';
import { ApiError } from '@loci/client';
import type { Loci, MemoryInput } from '@loci/client';
import { addSkipped } from '../import/import-report.ts';
import type { ImportReport } from '../import/import-report.ts';
import type { ImportJournal } from '../import/journal/sqlite-import-journal.ts';
import { recordKey } from './record-key.ts';

const MAX_MEMORIES = 1000;
const MAX_BYTES = 6 * 1024 * 1024;
/** The server keeps responses for 24 hours. */
const MAX_REPEAT_MS = 23 * 60 * 60 * 1000;

type NewMemory = Parameters<Loci['memories']['createMany']>[0]['memories'][number];
type Evolution = Parameters<Loci['memories']['evolve']>[1];

/** Body of a bulk request with the keys of its records. */
interface Batch {
  keys: string[];
  memories: NewMemory[];
}

/** Creates memories in bulk, repeats their changes, and evolves them to later versions. */
export class MemoryRestorer {
  readonly #loci: Loci;
  readonly #journal: ImportJournal;
  readonly #report: ImportReport;
  /** Superseded versions whose next version is not restored yet, with the time of their last change. */
  readonly #superseded = new Map<string, string>();
  #batch: Batch = { keys: [], memories: [] };
  #bytes = 0;

  constructor(loci: Loci, journal: ImportJournal, report: ImportReport) {
    this.#loci = loci;
    this.#journal = journal;
    this.#report = report;
  }

  /** Repeats the bulk requests of an interrupted run. */
  async resume(): Promise<void> {
    for (const { idempotencyKey, body, createdAt } of this.#journal.pendingBatches()) {
      const batch = JSON.parse(body) as Partial<Batch>;
      if (batch.keys === undefined || batch.memories === undefined) continue;
      if (Date.now() - createdAt > MAX_REPEAT_MS) this.#journal.finish(idempotencyKey, []);
      else await this.#send(idempotencyKey, { keys: batch.keys, memories: batch.memories });
    }
  }

  async add(record: MemoryRecord): Promise<void> {
    if (record.lifecycle_state !== 'active') this.#superseded.set(record.id, record.updated_at);
    if (record.previous_id !== null) this.#superseded.delete(record.previous_id);
    if (this.#journal.has(recordKey(record.id))) {
      this.#report.existingMemories += 1;
      return;
    }
    // The server records the superseded state when the next version is created.
    const states: MemoryState[] = record.revisions?.filter(({ change }) => change !== 'superseded') ?? [
      record,
    ];
    const [first = record, ...changes] = states;
    if (record.previous_id === null && changes.length === 0) await this.#addToBatch(record, first);
    else {
      await this.flush();
      const { previous_id: id } = record;
      await this.#restoreOne(
        record,
        first,
        changes,
        id === null ? undefined : this.#journal.findByRef(recordKey(id)),
      );
    }
  }

  /** Sends the collected memories. */
  async flush(): Promise<void> {
    if (this.#batch.memories.length === 0) return;
    const batch = this.#batch;
    this.#batch = { keys: [], memories: [] };
    this.#bytes = 0;
    const idempotencyKey = randomUUID();
    this.#journal.begin({ idempotencyKey, body: JSON.stringify(batch), createdAt: Date.now() });
    await this.#send(idempotencyKey, batch);
  }

  /** Returns the resolution of a contradiction of which one memory was rejected. */
  chosen(source: string, target: string): 'choose_memory_1' | 'choose_memory_2' | undefined {
    if (this.#superseded.delete(target)) return 'choose_memory_1';
    if (this.#superseded.delete(source)) return 'choose_memory_2';
    return undefined;
  }

  /** Ends the validity of superseded versions without a next version, because the API cannot deactivate them. */
  async endSuperseded(): Promise<void> {
    for (const [id, until] of this.#superseded) {
      const restored = this.#journal.findByRef(recordKey(id));
      if (restored === undefined) continue;
      await this.#reportRejection(`memory ${id}`, () =>
        this.#loci.memories.update(restored, { valid_until: until }),
      );
      addSkipped(this.#report, `memory ${id}`, 'It has no next version. Its validity ends instead.');
    }
    this.#superseded.clear();
  }

  async #addToBatch(record: MemoryRecord, state: MemoryState): Promise<void> {
    const memory = { ...toBody(state), source_type: record.source_type } as NewMemory;
    const bytes = Buffer.byteLength(JSON.stringify(memory));
    if (this.#bytes + bytes > MAX_BYTES || this.#batch.memories.length >= MAX_MEMORIES) await this.flush();
    this.#batch.memories.push(memory);
    this.#batch.keys.push(recordKey(record.id));
    this.#bytes += bytes;
  }

  async #send(idempotencyKey: string, { keys, memories }: Batch): Promise<void> {
    const { results } = await this.#loci.memories.createMany({ memories }, { idempotencyKey });
    const items = results.flatMap((result, index) => {
      if ('id' in result) return [{ key: keys[index]!, ref: keys[index]!, id: result.id }];
      addSkipped(this.#report, `memory ${keys[index]}`, result.error.message);
      return [];
    });
    this.#report.createdMemories += items.length;
    this.#journal.finish(idempotencyKey, items);
  }

  /** Restores a memory with changes, or a later version. Idempotency keys make a repetition safe. */
  async #restoreOne(
    record: MemoryRecord,
    first: MemoryState,
    changes: readonly MemoryState[],
    previous: string | undefined,
  ): Promise<void> {
    const key = recordKey(record.id);
    await this.#reportRejection(`memory ${record.id}`, async () => {
      const id =
        previous === undefined
          ? await this.#create(record, first, key)
          : await this.#evolve(record, first, previous, key);
      // A new version has the current time as `occurred_at`, so at least one change restores it.
      const updates = previous !== undefined && changes.length === 0 ? [first] : changes;
      for (const [index, state] of updates.entries())
        await this.#loci.memories.update(id, toBody(state), { idempotencyKey: `${key}-update-${index}` });
      this.#journal.add([{ key, ref: key, id }]);
      this.#report.createdMemories += 1;
    });
  }

  async #create(record: MemoryRecord, state: MemoryState, key: string): Promise<string> {
    const memory = { ...toBody(state), source_type: record.source_type } as MemoryInput;
    return (await this.#loci.memories.create(memory, { idempotencyKey: `${key}-create` })).id;
  }

  async #evolve(record: MemoryRecord, state: MemoryState, previous: string, key: string): Promise<string> {
    const evolution = {
      new_content: state.content,
      evolution_type: record.evolution_type,
      valid_from: state.valid_from,
      valid_until: state.valid_until,
      original_validity: record.original_validity,
    } as Evolution;
    const options = { idempotencyKey: `${key}-evolve` };
    return (await this.#loci.memories.evolve(previous, evolution, options)).new_memory_id;
  }

  async #reportRejection(where: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) throw error;
      addSkipped(this.#report, where, error.message);
    }
  }
}

function toBody(state: MemoryState): Record<string, unknown> {
  const { content, memory_type, importance, confidence, metadata, tags } = state;
  const { occurred_at, valid_from, valid_until, expires_at, pinned } = state;
  const common = { content, memory_type, importance, confidence, metadata, tags, occurred_at, pinned };
  // The time of an expiry is in the future in every state that is restored, or null.
  return { ...common, valid_from, valid_until, expires_at };
}
