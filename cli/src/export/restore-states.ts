import type { StateRecord } from '@loci/account-export';
import type { Loci } from '@loci/client';
import { addSkipped } from '../import/import-report.ts';
import type { ImportReport } from '../import/import-report.ts';

/** Limits of a request. */
const MAX_STATES = 1000;
const MAX_BYTES = 6 * 1024 * 1024;

type Kind = 'memory' | 'contradiction' | 'relationship';
type Restored = Awaited<ReturnType<Loci['memories']['restoreStates']>>;

/** Restores states in bulk. The server restores nothing twice, so an interrupted restore can be repeated. */
export class StateRestorer {
  readonly #loci: Loci;
  readonly #report: ImportReport;
  #kind: Kind = 'memory';
  #current: StateRecord[] = [];
  /** Replaced states, which the server accepts only after the current state of the same object. */
  #replaced: StateRecord[] = [];
  #bytes = 0;

  constructor(loci: Loci, report: ImportReport) {
    this.#loci = loci;
    this.#report = report;
  }

  async add(record: StateRecord): Promise<void> {
    const kind = kindOf(record);
    const bytes = Buffer.byteLength(JSON.stringify(record));
    const isFull = this.#current.length + this.#replaced.length >= MAX_STATES;
    if (kind !== this.#kind || isFull || this.#bytes + bytes > MAX_BYTES) await this.flush();
    this.#kind = kind;
    this.#bytes += bytes;
    (isReplaced(record) ? this.#replaced : this.#current).push(record);
  }

  /** Sends the collected states. */
  async flush(): Promise<void> {
    const [current, replaced] = [this.#current, this.#replaced];
    [this.#current, this.#replaced, this.#bytes] = [[], [], 0];
    // In two requests, so that the report counts objects and not states.
    const counts = await this.#send(current);
    await this.#send(replaced);
    if (this.#kind === 'memory') {
      this.#report.createdMemories += counts.restored;
      this.#report.existingMemories += counts.existing;
    } else if (this.#kind === 'relationship') {
      this.#report.createdRelationships += counts.restored;
      this.#report.existingRelationships += counts.existing;
    }
  }

  async #send(records: readonly StateRecord[]): Promise<{ restored: number; existing: number }> {
    if (records.length === 0) return { restored: 0, existing: 0 };
    const { restored, existing, errors } = await this.#restore(
      records.map(({ record: _, ...state }) => state),
    );
    for (const { index, message } of errors) {
      const { id, revision } = records[index]!;
      addSkipped(this.#report, `${this.#kind} ${id} revision ${revision}`, message);
    }
    return { restored, existing };
  }

  /** The server rejects other values of an export of another version. */
  #restore(states: readonly object[]): Promise<Restored> {
    const { memories, contradictions, relationships } = this.#loci;
    if (this.#kind === 'memory')
      return memories.restoreStates(states as Parameters<typeof memories.restoreStates>[0]);
    if (this.#kind === 'contradiction')
      return contradictions.restoreStates(states as Parameters<typeof contradictions.restoreStates>[0]);
    return relationships.restoreStates(states as Parameters<typeof relationships.restoreStates>[0]);
  }
}

export function isReplaced(record: StateRecord): boolean {
  return record.record !== 'contradiction_state' && record.recorded_until !== null;
}

function kindOf({ record }: StateRecord): Kind {
  if (record === 'contradiction_state') return 'contradiction';
  return record === 'relationship_state' ? 'relationship' : 'memory';
}
