import { SCHEMA_NAMES } from '@loci/cli';
import type { SchemaName } from '@loci/cli';
import type { ObjectStore } from '@loci/object-store';
import { createS3ObjectStore } from '@loci/object-store/s3';
import { StartupError, databaseOptionsFromUrl, openDatabase } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { s3Options } from '@loci/service-hosting';
import type { MoveToClusterConfig } from './move-to-cluster.config.ts';
import { copyObjects } from './copy-objects.ts';
import { copyTable, fingerprint } from './copy-table.ts';
import { openSource, settleSource } from './open-source.ts';
import type { Source } from './open-source.ts';
import { readProgress, saveProgress } from './progress.ts';
import type { Progress } from './progress.ts';
import { tablesOf } from './tables.ts';
import type { Table } from './tables.ts';

export interface MoveSummary {
  tables: number;
  rows: number;
  objects: number;
}

/** The schemas that a standalone platform has: its gateway counts requests in memory. */
const MOVED = SCHEMA_NAMES.filter((schema) => schema !== 'gateway');
const STATEMENT_TIMEOUT_MS = 600_000;

type Databases = Record<SchemaName, Database>;

/**
 * Moves what a standalone platform holds to the stores of the distributed one: every table of every service, and every
 * file. The search indexes and the graph store are not moved; the services fill theirs from these tables.
 *
 * Broken off, it goes on where it was when it is called again. In the end every table is compared.
 *
 * @param say gets a line of progress now and then
 * @throws StartupError when the platform runs, or the target holds something else
 */
export async function moveToCluster(
  config: MoveToClusterConfig,
  say: (line: string) => void,
): Promise<MoveSummary> {
  const databases = openTargets(config);
  const objects = await createS3ObjectStore(s3Options(config));
  let source: Source | null = null;
  try {
    const progress = await beginOrGoOn(config, databases, say);
    const save = (): void => saveProgress(config.DATA_DIR, progress);
    source = await openSource(config.DATA_DIR);
    const tables = await copyTables(source, databases, { progress, save, say });
    await copyAllObjects(source, objects, { progress, save, say });
    say('Comparing every table...');
    const rows = await compare(source, databases, tables);
    return { tables: tables.length, rows, objects: Object.keys(progress.objects).length };
  } finally {
    await source?.close();
    await Promise.all(MOVED.map((schema) => databases[schema].close()));
    await objects.close();
  }
}

function openTargets({ urls }: MoveToClusterConfig): Databases {
  return Object.fromEntries(
    MOVED.map((schema) => [
      schema,
      openDatabase({
        ...databaseOptionsFromUrl(urls[schema], `${schema.toUpperCase()}_DATABASE_URL`),
        applicationName: 'loci-migrate',
        maxConnections: 2,
        statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      }),
    ]),
  ) as Databases;
}

async function beginOrGoOn(
  { DATA_DIR, urls, S3_BUCKET }: MoveToClusterConfig,
  databases: Databases,
  say: (line: string) => void,
): Promise<Progress> {
  const { host, pathname } = new URL(urls.memory);
  const target = `${host}${pathname} ${S3_BUCKET}`;
  const begun = readProgress(DATA_DIR);
  if (begun?.target === target) return begun;
  for (const schema of MOVED) {
    for (const table of await tablesOf(databases[schema], schema)) {
      const { rows } = await fingerprint(databases[schema], table);
      if (rows === 0) continue;
      throw new StartupError(
        `The target is not empty: ${schema}.${table.name} has ${rows} rows. Migrate into a database that was just prepared, before the services are started on it.`,
      );
    }
  }
  say('Letting every service finish what it was told...');
  await settleSource(DATA_DIR);
  const progress: Progress = { target, tables: {}, objects: {} };
  // From here on the platform does not run again: starting it changes what it holds.
  saveProgress(DATA_DIR, progress);
  return progress;
}

interface Steps {
  progress: Progress;
  save(): void;
  say(line: string): void;
}

async function copyTables(source: Source, databases: Databases, steps: Steps): Promise<Table[]> {
  const { progress, save, say } = steps;
  const all: Table[] = [];
  for (const schema of MOVED) {
    for (const table of await tablesOf(source.database, schema)) {
      all.push(table);
      const name = `${schema}.${table.name}`;
      const begun = progress.tables[name] ?? { after: [], done: false };
      if (begun.done) continue;
      let copied = 0;
      await copyTable({
        source: source.database,
        target: databases[schema],
        table,
        after: begun.after,
        onCopied: (rows, after) => {
          copied += rows;
          progress.tables[name] = { after, done: false };
          save();
          if (copied % 10_000 < rows) say(`  ${name}: ${copied} rows`);
        },
      });
      progress.tables[name] = { after: [], done: true };
      save();
      say(`  ${name}: ${copied} rows, done`);
    }
  }
  return all;
}

async function copyAllObjects(
  source: Source,
  target: ObjectStore,
  { progress, save, say }: Steps,
): Promise<void> {
  const tenants = await source.database.inSystemTransaction((tx) =>
    tx.query<{ tenant_id: string }>('SELECT tenant_id::text FROM auth.tenants ORDER BY tenant_id'),
  );
  let copied = 0;
  for (const { tenant_id: tenantId } of tenants) {
    const begun = progress.objects[tenantId] ?? { after: '', done: false };
    if (begun.done) continue;
    await copyObjects({
      source: source.objects,
      target,
      tenantId,
      after: begun.after,
      onCopied: (key) => {
        copied++;
        progress.objects[tenantId] = { after: key, done: false };
        save();
        if (copied % 1_000 === 0) say(`  ${copied} files`);
      },
    });
    progress.objects[tenantId] = { after: '', done: true };
    save();
  }
  say(`  ${copied} files, done`);
}

/** @returns the rows of all tables */
async function compare(source: Source, databases: Databases, tables: readonly Table[]): Promise<number> {
  let rows = 0;
  for (const table of tables) {
    const [there, here] = await Promise.all([
      fingerprint(source.database, table),
      fingerprint(databases[table.schema as SchemaName], table),
    ]);
    if (there.rows !== here.rows || there.sum !== here.sum) {
      throw new Error(
        `${table.schema}.${table.name} differs after the copy: ${there.rows} rows there, ${here.rows} here. The platform or a service ran meanwhile: prepare another empty database, and migrate into that.`,
      );
    }
    rows += here.rows;
  }
  return rows;
}
