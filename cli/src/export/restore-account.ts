import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { toPersonaFields } from '@loci/account-export';
import type {
  ArtifactRecord,
  ContradictionRecord,
  DocumentRecord,
  ExportRecord,
  CustomPersonaRecord,
  PersonaRecord,
  RelationshipRecord,
  RetentionRecord,
  StateRecord,
} from '@loci/account-export';
import { ApiError } from '@loci/client';
import type { Loci } from '@loci/client';
import { accountOf } from '../import/account.ts';
import { createRelationships } from '../import/create-relationships.ts';
import { ImportError } from '../import/import-item.ts';
import { addSkipped, emptyReport } from '../import/import-report.ts';
import type { ImportReport } from '../import/import-report.ts';
import { ImportJournal } from '../import/journal/sqlite-import-journal.ts';
import { readJsonLines } from '../import/read-lines.ts';
import type { ImportProgress } from '../import/run-import.ts';
import { isMarkdownBundle, readMarkdown } from './read-markdown.ts';
import { recordKey } from './record-key.ts';
import { MemoryRestorer } from './restore-memories.ts';
import { StateRestorer, isReplaced } from './restore-states.ts';

export interface RestoreOptions {
  loci: Loci;
  /** File with the lines of an export, or folder of a Markdown bundle. */
  path: string;
  /** Folder of the user for the state of programs. */
  stateDir: string;
  /** Only counts the records. */
  dryRun?: boolean;
  signal?: AbortSignal;
  onProgress?(progress: ImportProgress): void;
}

/** Whether a file is an export of Loci, or a folder is a Markdown bundle of Loci. */
export async function isLociExport(path: string): Promise<boolean> {
  if (await isMarkdownBundle(path)) return true;
  if (!(await stat(path).catch(() => undefined))?.isFile()) return false;
  for await (const line of readJsonLines(path, 1_000_000))
    return 'value' in line && line.value['record'] === 'header' && line.value['format'] === 'loci-export';
  return false;
}

/**
 * Restores an export. A repetition on the same machine creates nothing twice, so an interrupted run can be repeated.
 *
 * @throws ImportError if a line is damaged
 * @throws ApiError if the server rejects a record for a reason other than the record itself
 * @see cli/src/export/README.md
 */
export async function restoreAccount(options: RestoreOptions): Promise<ImportReport> {
  const report = emptyReport('loci-export');
  for await (const record of readRecords(options.path)) countRecord(report, record);
  if (options.dryRun === true) return report;
  const journal = new ImportJournal(options.stateDir, await accountOf(options.loci));
  try {
    await new Restorer(options, journal, report).run();
    return report;
  } finally {
    journal.close();
  }
}

async function* readRecords(path: string): AsyncGenerator<ExportRecord> {
  if (await isMarkdownBundle(path)) {
    yield* readMarkdown(path);
    return;
  }
  for await (const line of readJsonLines(path)) {
    if ('problem' in line) throw new ImportError(`${path}:${line.line}: ${line.problem}`);
    const record = line.value as unknown as ExportRecord;
    if (line.line === 1 && (record.record !== 'header' || ![1, 2].includes(record.version)))
      throw new ImportError(`${path} is not an export of version 1 or 2. Update the loci command.`);
    yield record;
  }
}

function countRecord(report: ImportReport, record: ExportRecord): void {
  if (isState(record) && isReplaced(record)) return;
  if (record.record === 'relationship' || record.record === 'relationship_state') report.relationships += 1;
  if (record.record !== 'memory' && record.record !== 'memory_state' && record.record !== 'context_state')
    return;
  report.memories += 1;
  report.byType[record.memory_type] = (report.byType[record.memory_type] ?? 0) + 1;
}

/** The server rejects other values of an export of another version. */
type NewContradiction = Parameters<Loci['contradictions']['create']>[0];
type NewTrait = Parameters<Loci['personality']['addTrait']>[0];

function isState(record: ExportRecord): record is StateRecord {
  return record.record.endsWith('_state');
}

class Restorer {
  readonly #loci: Loci;
  readonly #options: RestoreOptions;
  readonly #journal: ImportJournal;
  readonly #report: ImportReport;
  readonly #memories: MemoryRestorer;
  readonly #states: StateRestorer;
  /** Whether the export has version 2. */
  #restoresIds = false;
  /** Pairs of memories with a contradiction, for which the server creates the relationship. */
  readonly #contradicting = new Set<string>();

  constructor(options: RestoreOptions, journal: ImportJournal, report: ImportReport) {
    this.#loci = options.loci;
    this.#options = options;
    this.#journal = journal;
    this.#report = report;
    this.#memories = new MemoryRestorer(options.loci, journal, report);
    this.#states = new StateRestorer(options.loci, report);
  }

  async run(): Promise<void> {
    const startedAt = Date.now();
    await this.#memories.resume();
    for await (const record of readRecords(this.#options.path)) {
      if (record.record !== 'memory') await this.#memories.flush();
      if (!isState(record)) await this.#states.flush();
      this.#options.signal?.throwIfAborted();
      await this.#restore(record);
      this.#showProgress(startedAt);
    }
    await this.#memories.flush();
    await this.#states.flush();
    await this.#memories.endSuperseded();
    await createRelationships(this.#loci, this.#journal, this.#report, () => undefined);
  }

  #showProgress(startedAt: number): void {
    const { createdMemories, existingMemories, memories: total } = this.#report;
    const done = Math.min(createdMemories + existingMemories, total);
    const rate = done / (Math.max(1, Date.now() - startedAt) / 1000);
    this.#options.onProgress?.({
      done,
      total,
      rate,
      remainingMs: done === 0 ? 0 : ((total - done) / rate) * 1000,
    });
  }

  async #restore(record: ExportRecord): Promise<void> {
    if (record.record === 'header') this.#restoresIds = record.version === 2;
    else if (isState(record)) await this.#states.add(record);
    else if (record.record === 'memory') await this.#memories.add(record);
    else if (record.record === 'relationship') this.#addRelationship(record);
    else if (record.record === 'contradiction') await this.#addContradiction(record);
    else if (record.record === 'document') await this.#once(record.id, () => this.#uploadDocument(record));
    else if (record.record === 'artifact') await this.#saveArtifact(record);
    else if (record.record === 'custom_persona') await this.#restoreCustomPersona(record);
    else if (record.record === 'persona') await this.#restorePersona(record);
    else if (record.record === 'retention') await this.#restoreRetention(record);
  }

  #addRelationship(record: RelationshipRecord): void {
    if (
      record.relationship_type === 'contradicts' &&
      this.#contradicting.has(pair(record.from_id, record.to_id))
    )
      return;
    const { record: _, id, from_id, to_id, created_at: __, ...relationship } = record;
    const edge = {
      key: recordKey(id),
      fromRef: recordKey(from_id),
      toRef: recordKey(to_id),
      body: JSON.stringify({ label: `relationship ${id}`, relationship }),
    };
    this.#report.existingRelationships += this.#journal.addEdges([edge]);
  }

  async #addContradiction(record: ContradictionRecord): Promise<void> {
    const { source_memory_id: source, target_memory_id: target, resolution_status: status } = record;
    this.#contradicting.add(pair(source, target));
    const chosen = status === 'resolved' ? this.#memories.chosen(source, target) : undefined;
    await this.#once(record.id, () => this.#restoreContradiction(record, chosen));
  }

  async #restoreContradiction(
    record: ContradictionRecord,
    chosen: ReturnType<MemoryRestorer['chosen']>,
  ): Promise<string | undefined> {
    const source = this.#journal.findByRef(recordKey(record.source_memory_id));
    const target = this.#journal.findByRef(recordKey(record.target_memory_id));
    if (source === undefined || target === undefined) return undefined;
    const { contradiction_type, confidence, resolution_status: status } = record;
    const contradiction = {
      source_memory_id: source,
      target_memory_id: target,
      contradiction_type,
      confidence,
    } as NewContradiction;
    const { id } = await this.#loci.contradictions.create(contradiction, {
      idempotencyKey: `${recordKey(record.id)}-report`,
    });
    const resolution = status === 'accepted' ? ('keep_both' as const) : chosen;
    if (resolution !== undefined)
      await this.#loci.contradictions.resolve(
        id,
        { resolution },
        { idempotencyKey: `${recordKey(record.id)}-resolve` },
      );
    else if (status === 'resolved')
      addSkipped(this.#report, `contradiction ${record.id}`, 'The API does not return how it was resolved.');
    return id;
  }

  async #uploadDocument(record: DocumentRecord): Promise<string | undefined> {
    const { id, filename, metadata, created_at: createdAt } = record;
    const document = { file: Buffer.from(record.file, 'base64'), filename, metadata };
    const query = this.#restoresIds ? { restored_id: id, restored_created_at: createdAt } : {};
    try {
      const { id: stored } = await this.#loci.documents.upload(document, query);
      if (this.#restoresIds && stored !== id)
        addSkipped(this.#report, `document ${id}`, `The tenant has the same file with the ID ${stored}.`);
      return stored;
    } catch (error) {
      this.#skip(`document ${id}`, error);
      return undefined;
    }
  }

  async #saveArtifact({ path, content }: ArtifactRecord): Promise<void> {
    const idempotencyKey = createHash('sha256')
      .update(JSON.stringify([path, content]))
      .digest('hex');
    try {
      await this.#loci.artifacts.save({ path, content }, { idempotencyKey });
    } catch (error) {
      this.#skip(`artifact ${path}`, error);
    }
  }

  /** Creates a persona, unless the tenant has one with the same fields. */
  async #restoreCustomPersona({ record: _, ...fields }: CustomPersonaRecord): Promise<void> {
    const definition = JSON.stringify(toPersonaFields(fields));
    const existing = await this.#customPersonas();
    if (existing.some((persona) => JSON.stringify(toPersonaFields(persona)) === definition)) return;
    await this.#oncePersonality(fields, (options) => this.#loci.personality.createPersona(fields, options));
  }

  async #customPersonas() {
    return (await this.#loci.personality.personas()).personas.filter((persona) => persona.is_custom);
  }

  async #restorePersona({ persona_id: presetId, persona_name: name, traits }: PersonaRecord): Promise<void> {
    const { personality } = this.#loci;
    for (const { content, category, is_org_default } of traits) {
      const trait = { content, category, set_as_org_default: is_org_default } as NewTrait;
      await this.#oncePersonality(trait, (options) => personality.addTrait(trait, options));
    }
    const custom = name === undefined ? [] : await this.#customPersonas();
    const persona_id = presetId ?? custom.find((persona) => persona.name === name)?.id ?? null;
    if (persona_id === null && name !== undefined)
      addSkipped(this.#report, 'persona', `The selected persona ${name} does not exist.`);
    if (persona_id !== null)
      await this.#oncePersonality({ persona_id }, (options) =>
        personality.configure({ persona_id }, options),
      );
  }

  /** Sets the retention defaults, unless the tenant has its own. */
  async #restoreRetention({ defaults }: RetentionRecord): Promise<void> {
    const { settings } = this.#loci;
    const existing = (await settings.retention()).defaults;
    if (JSON.stringify(existing) === JSON.stringify(defaults)) return;
    if (existing.length > 0)
      addSkipped(this.#report, 'retention', 'The tenant has other retention defaults.');
    else await settings.setRetention({ defaults });
  }

  async #oncePersonality(
    content: object,
    restore: (options: { idempotencyKey: string }) => Promise<unknown>,
  ): Promise<void> {
    const key = recordKey(JSON.stringify(content));
    await this.#once(key, async () => {
      try {
        await restore({ idempotencyKey: key });
      } catch (error) {
        this.#skip('persona', error);
        return undefined;
      }
      return key;
    });
  }

  /** Restores a record unless an earlier run did. */
  async #once(id: string, restore: () => Promise<string | undefined>): Promise<void> {
    const key = recordKey(id);
    if (this.#journal.has(key)) return;
    const restored = await restore();
    if (restored !== undefined) this.#journal.add([{ key, ref: key, id: restored }]);
  }

  /** Reports a record that the server rejects. Throws every other error. */
  #skip(where: string, error: unknown): void {
    if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) throw error;
    addSkipped(this.#report, where, error.message);
  }
}

function pair(first: string, second: string): string {
  return [first, second].sort().join(' ');
}
