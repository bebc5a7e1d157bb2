import type { ObjectStore } from '@loci/object-store';
import { createS3ObjectStore } from '@loci/object-store/s3';
import { StartupError } from '@loci/core';
import { databaseOptionsFromUrl, openDatabase } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { s3Options } from '@loci/service-hosting';
import { SCHEMA_NAMES } from '../database/schema-names.ts';
import type { SchemaName } from '../database/schema-names.ts';
import { copyObjects } from './copy-objects.ts';
import { checksumTable, copyTable } from './copy-table.ts';
import { readProgress, saveProgress } from './move-progress.ts';
import type { MoveProgress } from './move-progress.ts';
import type { MoveToClusterConfig } from './move-to-cluster.config.ts';
import { listTables } from './schema-tables.ts';
import type { Table } from './schema-tables.ts';
import { drainSource, openStandaloneSource } from './standalone-source.ts';
import type { StandaloneSource } from './standalone-source.ts';

export interface MoveSummary {
  tables: number;
  rows: number;
  /** Number of tenants whose objects have been copied. */
  tenants: number;
}

/** Schemas of a standalone platform. It has no `gateway` schema because it counts requests in memory. */
const MOVED_SCHEMAS = SCHEMA_NAMES.filter((schema) => schema !== 'gateway');
const STATEMENT_TIMEOUT_MS = 600_000;

type TargetDatabases = Record<SchemaName, Database>;

/**
 * Copies all tables and files of a standalone platform to the stores of the distributed platform, then
 * compares every table. The search indexes and the graph store are not copied because the services rebuild
 * them from these tables. An interrupted move resumes at the next call.
 *
 * @param print receives progress messages
 * @throws StartupError if the platform is running or the target is not empty
 * @throws Error if a table differs after the copy
 */
export async function moveToCluster(
  config: MoveToClusterConfig,
  print: (line: string) => void,
): Promise<MoveSummary> {
  const databases = openTargets(config);
  const objects = await createS3ObjectStore(s3Options(config));
  let source: StandaloneSource | null = null;
  try {
    const progress = await startOrResume(config, databases, print);
    const save = (): void => saveProgress(config.DATA_DIR, progress);
    source = await openStandaloneSource(config.DATA_DIR);
    const tables = await copyTables(source, databases, { progress, save, print });
    await copyAllObjects(source, objects, { progress, save, print });
    print('Comparing tables...');
    const rows = await compareTables(source, databases, tables);
    return { tables: tables.length, rows, tenants: Object.keys(progress.objects).length };
  } finally {
    await source?.close();
    await Promise.all(MOVED_SCHEMAS.map((schema) => databases[schema].close()));
    await objects.close();
  }
}

function openTargets({ urls }: MoveToClusterConfig): TargetDatabases {
  return Object.fromEntries(
    MOVED_SCHEMAS.map((schema) => [
      schema,
      openDatabase({
        ...databaseOptionsFromUrl(urls[schema], `${schema.toUpperCase()}_DATABASE_URL`),
        applicationName: 'loci-move-to-cluster',
        maxConnections: 2,
        statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      }),
    ]),
  ) as TargetDatabases;
}

async function startOrResume(
  { DATA_DIR, urls, S3_BUCKET }: MoveToClusterConfig,
  databases: TargetDatabases,
  print: (line: string) => void,
): Promise<MoveProgress> {
  const { host, pathname } = new URL(urls.memory);
  const target = `${host}${pathname} ${S3_BUCKET}`;
  const saved = readProgress(DATA_DIR);
  if (saved?.target === target) return saved;
  for (const schema of MOVED_SCHEMAS) {
    for (const table of await listTables(databases[schema], schema)) {
      const { rows } = await checksumTable(databases[schema], table);
      if (rows === 0) continue;
      throw new StartupError(
        `The target is not empty: ${schema}.${table.name} has ${rows} rows. Use a database that was prepared with \`npm run db:migrate\` and that no service has used.`,
      );
    }
  }
  print('Waiting until all services have handled all events...');
  await drainSource(DATA_DIR);
  const progress: MoveProgress = { target, tables: {}, objects: {} };
  // A resumed move must not drain the source again, because a run of the platform would change tables that
  // are already copied.
  saveProgress(DATA_DIR, progress);
  return progress;
}

interface MoveContext {
  progress: MoveProgress;
  save(): void;
  print(line: string): void;
}

/** Copies the tables that are not completely copied yet. Returns all tables. */
async function copyTables(
  source: StandaloneSource,
  databases: TargetDatabases,
  { progress, save, print }: MoveContext,
): Promise<Table[]> {
  const tables: Table[] = [];
  for (const schema of MOVED_SCHEMAS) {
    for (const table of await listTables(source.database, schema)) {
      tables.push(table);
      const name = `${schema}.${table.name}`;
      const saved = progress.tables[name] ?? { after: [], done: false };
      if (saved.done) continue;
      let copied = 0;
      await copyTable({
        source: source.database,
        target: databases[schema],
        table,
        after: saved.after,
        onCopied: (rows, after) => {
          copied += rows;
          progress.tables[name] = { after, done: false };
          save();
          if (copied % 10_000 < rows) print(`  ${name}: ${copied} rows`);
        },
      });
      progress.tables[name] = { after: [], done: true };
      save();
      print(`  ${name}: ${copied} rows, done`);
    }
  }
  return tables;
}

async function copyAllObjects(
  source: StandaloneSource,
  target: ObjectStore,
  { progress, save, print }: MoveContext,
): Promise<void> {
  const tenants = await source.database.inSystemTransaction((tx) =>
    tx.query<{ tenant_id: string }>('SELECT tenant_id::text FROM auth.tenants ORDER BY tenant_id'),
  );
  let copied = 0;
  for (const { tenant_id: tenantId } of tenants) {
    const saved = progress.objects[tenantId] ?? { after: '', done: false };
    if (saved.done) continue;
    await copyObjects({
      source: source.objects,
      target,
      tenantId,
      after: saved.after,
      onCopied: (key) => {
        copied++;
        progress.objects[tenantId] = { after: key, done: false };
        save();
        if (copied % 1_000 === 0) print(`  ${copied} files`);
      },
    });
    progress.objects[tenantId] = { after: '', done: true };
    save();
  }
  print(`  ${copied} files, done`);
}

/** Compares all tables of source and target. Returns their total number of rows. */
async function compareTables(
  source: StandaloneSource,
  databases: TargetDatabases,
  tables: readonly Table[],
): Promise<number> {
  let rows = 0;
  for (const table of tables) {
    const [original, copy] = await Promise.all([
      checksumTable(source.database, table),
      checksumTable(databases[table.schema as SchemaName], table),
    ]);
    if (original.rows !== copy.rows || original.checksum !== copy.checksum) {
      throw new Error(
        `The table ${table.schema}.${table.name} differs after the copy. ` +
          `The source has ${original.rows} rows and the target has ${copy.rows} rows. ` +
          'A process changed the source or the target during the move. Stop the platform and all services. ' +
          'Then prepare another empty database and move the data there.',
      );
    }
    rows += copy.rows;
  }
  return rows;
}
