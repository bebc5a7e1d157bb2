import { basename, resolve } from 'node:path';
import type { Loci } from '@loci/client';
import { isLociExport, restoreAccount } from '../export/restore-account.ts';
import { accountOf } from './account.ts';
import { createRelationships, toEdge } from './create-relationships.ts';
import { detectFormat } from './detect-format.ts';
import { importFormat } from './import-formats.ts';
import { ImportError } from './import-item.ts';
import type { ImportFormat, ImportItem } from './import-item.ts';
import { countItem, emptyReport } from './import-report.ts';
import type { ImportReport } from './import-report.ts';
import { ImportJournal } from './journal/sqlite-import-journal.ts';
import type { JournalEdge } from './journal/sqlite-import-journal.ts';
import { addKnownMemories, markComplete } from './known-memories.ts';
import { redactItem } from './redact-item.ts';
import { scopeOf, toNewMemories } from './new-memory.ts';
import type { NewMemory } from './new-memory.ts';
import { MemorySender } from './send-memories.ts';

/** Progress of the memories of an import. Relationships are created afterwards, and take much less time. */
export interface ImportProgress {
  /** Memories that are created, existing or skipped, of `total`. */
  done: number;
  total: number;
  /** Memories per second since the start. */
  rate: number;
  remainingMs: number;
}

export interface ImportOptions {
  loci: Loci;
  /** File or folder. */
  path: string;
  /** Name of the format. By default, it is detected. */
  format?: string;
  /** Folder of the user for the state of programs. */
  stateDir: string;
  /** Only reads the data. The report then has no created and existing items. */
  dryRun?: boolean;
  /** Imports secrets, such as keys and passwords. By default, they are replaced by their kind, except in an export of Loci. */
  keepSecrets?: boolean;
  /** Ignores which memories earlier runs created, except those that still exist. Creates deleted memories again. */
  again?: boolean;
  onProgress?(progress: ImportProgress): void;
  /** Stops the import. The next run resumes. */
  signal?: AbortSignal;
}

/** Relationships that are collected before they are written to the journal. */
const EDGE_PAGE = 1000;

/**
 * Imports a file or folder of another program, or restores an export of Loci. A repeated import creates nothing twice, also from another machine. An interrupted import
 * resumes when it is repeated.
 *
 * @throws ImportError if the format is unknown, the data is damaged, or another import into the account is running
 * @throws ApiError if the server rejects a request as a whole
 */
export async function runImport(options: ImportOptions): Promise<ImportReport> {
  if (options.format === undefined && (await isLociExport(options.path))) {
    if (options.again === true)
      throw new ImportError('An export of Loci cannot be restored again into the same account.');
    return restoreAccount(options);
  }
  const { format, path } =
    options.format === undefined
      ? await detectFormat(options.path)
      : { format: importFormat(options.format), path: options.path };
  const source = new ImportSource(format, path, options);
  const summary = emptyReport(format.name);
  // The first pass finds damaged data before anything is created, and the total for the remaining time.
  for await (const item of source.items()) {
    countItem(summary, item.original, item.memories.length);
    if (item.redacted) summary.redacted += 1;
  }
  if (options.dryRun === true) return summary;
  const journal = new ImportJournal(options.stateDir, await accountOf(options.loci));
  try {
    if (options.again === true) journal.clear();
    await importItems(source, journal, summary, options);
    return summary;
  } finally {
    journal.close();
  }
}

async function importItems(
  source: ImportSource,
  journal: ImportJournal,
  report: ImportReport,
  { loci, onProgress }: ImportOptions,
): Promise<void> {
  const startedAt = Date.now();
  const skippedBefore = report.skipped;
  const progress = (): void => {
    const done = report.createdMemories + report.existingMemories + report.skipped - skippedBefore;
    const seconds = Math.max(1, Date.now() - startedAt) / 1000;
    const rate = done / seconds;
    const remainingMs = done === 0 ? 0 : Math.max(0, ((report.memories - done) / rate) * 1000);
    onProgress?.({ done: Math.min(done, report.memories), total: report.memories, rate, remainingMs });
  };
  const resumed = emptyReport(report.format);
  await new MemorySender(loci, journal, resumed, progress).resume();
  await addKnownMemories(loci, journal);
  const sender = new MemorySender(loci, journal, report, progress);
  try {
    let edges: JournalEdge[] = [];
    for await (const { memories, relationships } of source.items()) {
      for (const memory of memories) await sender.add(memory);
      edges.push(...relationships);
      if (edges.length < EDGE_PAGE) continue;
      report.existingRelationships += journal.addEdges(edges);
      edges = [];
    }
    report.existingRelationships += journal.addEdges(edges);
    await sender.finish();
  } finally {
    await sender.settle();
  }
  await createRelationships(loci, journal, report, progress);
  await markComplete(loci, journal);
}

/** Item of the data with the requests that it becomes. */
interface SourceItem {
  original: ImportItem;
  /** Whether secrets were replaced. */
  redacted: boolean;
  memories: NewMemory[];
  relationships: JournalEdge[];
}

/** Items of a file or folder. Can be read several times. */
class ImportSource {
  readonly #format: ImportFormat;
  readonly #path: string;
  readonly #scope: string;
  readonly #options: ImportOptions;

  constructor(format: ImportFormat, path: string, options: ImportOptions) {
    this.#format = format;
    this.#path = path;
    this.#scope = scopeOf(format, basename(resolve(path)));
    this.#options = options;
  }

  async *items(): AsyncGenerator<SourceItem> {
    for await (const original of this.#format.read(this.#path)) {
      this.#options.signal?.throwIfAborted();
      const { item, redacted } =
        this.#options.keepSecrets === true ? { item: original, redacted: false } : redactItem(original);
      yield* this.#convert(item, redacted);
    }
  }

  *#convert(original: ImportItem, redacted: boolean): Generator<SourceItem> {
    if (original.kind === 'skipped') yield { original, redacted, memories: [], relationships: [] };
    else if (original.kind === 'relationship')
      yield { original, redacted, memories: [], relationships: [toEdge(original, this.#scope)] };
    else {
      const { memories, added } = toNewMemories(original, this.#scope, this.#format.name);
      yield { original, redacted, memories, relationships: [] };
      for (const item of added) yield* this.#convert(item, false);
    }
  }
}
