import type { Database } from '@loci/postgres';
import { SERVICE_QUESTIONS } from './service-questions.ts';

export interface StoredMemory {
  id: string;
  content: string;
  isActive: boolean;
  revision: number;
}

/** What PostgreSQL holds of a tenant: the owners' tables. */
export interface Truth {
  memories: ReadonlyMap<string, StoredMemory>;
  /** By the id of a version: the id of the one after it. */
  successors: ReadonlyMap<string, string>;
  relationshipIds: ReadonlySet<string>;
  documentIds: ReadonlySet<string>;
  /** Of all that a search may find, memories and chunks. */
  searchable: Revisions;
  /** What is searchable, by id. */
  contents: ReadonlyMap<string, string>;
  relationships: Revisions;
}

interface MemoryRow {
  id: string;
  content: string;
  is_active: boolean;
  revision: string;
  chain_id: string;
  version: number;
}

export type Revisions = ReadonlyMap<string, number>;

/** Of a chunk, which never changes. */
const CHUNK_REVISION = 1;

export async function readTruth(database: Database, tenantId: string): Promise<Truth> {
  const ask = <Row>(sql: string): Promise<Row[]> =>
    database.inSystemTransaction((tx) => tx.query<Row>(sql, [tenantId]));
  const [memories, relationships, documents, chunks] = await Promise.all([
    ask<MemoryRow>(
      'SELECT id, content, is_active, revision, chain_id, version FROM memory.memories WHERE tenant_id = $1',
    ),
    ask<{ id: string; revision: string }>(
      'SELECT id, revision FROM graph.relationships WHERE tenant_id = $1',
    ),
    ask<{ id: string }>('SELECT id FROM document.documents WHERE tenant_id = $1 AND visible_until IS NULL'),
    ask<{ id: string; content: string }>('SELECT id, content FROM document.chunks WHERE tenant_id = $1'),
  ]);
  const versions = new Map(memories.map((row) => [`${row.chain_id} ${row.version}`, row.id]));
  const active = memories.filter((memory) => memory.is_active);
  return {
    memories: new Map(
      memories.map(({ id, content, is_active: isActive, revision }) => [
        id,
        { id, content, isActive, revision: Number(revision) },
      ]),
    ),
    successors: new Map(
      memories.flatMap((row) => {
        const next = versions.get(`${row.chain_id} ${row.version + 1}`);
        return next === undefined ? [] : [[row.id, next] as const];
      }),
    ),
    relationshipIds: new Set(relationships.map(({ id }) => id)),
    documentIds: new Set(documents.map(({ id }) => id)),
    searchable: new Map([
      ...active.map(({ id, revision }) => [id, Number(revision)] as const),
      ...chunks.map(({ id }) => [id, CHUNK_REVISION] as const),
    ]),
    contents: new Map([...active, ...chunks].map(({ id, content }) => [id, content])),
    relationships: new Map(relationships.map(({ id, revision }) => [id, Number(revision)])),
  };
}

/**
 * Where the services hold different things of a tenant; empty when they agree.
 * @param database as its superuser: every service's schema is looked into
 */
export async function disagreements(
  database: Pick<Database, 'inSystemTransaction'>,
  tenantId: string,
): Promise<string[]> {
  const found: string[] = [];
  for (const [question, sql] of Object.entries(SERVICE_QUESTIONS)) {
    const rows = await database.inSystemTransaction((tx) => tx.query<object>(sql, [tenantId]));
    found.push(...rows.map((row) => `${question}: ${JSON.stringify(row)}`));
  }
  return found;
}

/** Events that wait in the outboxes of all services. */
export async function waitingInOutboxes(database: Database): Promise<number> {
  const [row] = await database.inSystemTransaction(async (tx) => {
    const tables = await tx.query<{ table: string }>(
      `SELECT quote_ident(table_schema) || '.outbox' AS table FROM information_schema.tables
       WHERE table_name = 'outbox' AND table_type = 'BASE TABLE'`,
    );
    const counts = tables.map(({ table }) => `(SELECT count(*) FROM ${table})`).join(' + ');
    return tx.query<{ waiting: string }>(`SELECT ${counts} AS waiting`);
  });
  return Number(row!.waiting);
}
