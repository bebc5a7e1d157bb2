import type { Database } from '@loci/postgres';
import { CONSISTENCY_QUERIES } from './consistency-queries.ts';

export interface StoredMemory {
  id: string;
  content: string;
  isActive: boolean;
  revision: number;
}

/** State of a tenant in the PostgreSQL tables of the services that own the data. */
export interface StoredState {
  memories: ReadonlyMap<string, StoredMemory>;
  /** Ids of the next versions by memory id. */
  successors: ReadonlyMap<string, string>;
  relationshipIds: ReadonlySet<string>;
  documentIds: ReadonlySet<string>;
  /** Searchable memories and chunks. */
  items: StoredItems;
  /** Superseded versions of memories. */
  superseded: StoredItems;
  relationships: Revisions;
  contradictions: Revisions;
}

/** Revisions and contents by ID. */
export interface StoredItems {
  revisions: Revisions;
  contents: ReadonlyMap<string, string>;
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

/** Revision of every chunk, because chunks never change. */
const CHUNK_REVISION = 1;

export async function readStoredState(database: Database, tenantId: string): Promise<StoredState> {
  const query = <Row>(sql: string): Promise<Row[]> =>
    database.inSystemTransaction((tx) => tx.query<Row>(sql, [tenantId]));
  const [memories, relationships, documents, chunks, contradictions] = await Promise.all([
    query<MemoryRow>(
      'SELECT id, content, is_active, revision, chain_id, version FROM memory.memories WHERE tenant_id = $1',
    ),
    query<{ id: string; revision: string }>(
      'SELECT id, revision FROM graph.relationships WHERE tenant_id = $1',
    ),
    query<{ id: string }>('SELECT id FROM document.documents WHERE tenant_id = $1 AND visible_until IS NULL'),
    query<{ id: string; content: string }>('SELECT id, content FROM document.chunks WHERE tenant_id = $1'),
    query<{ id: string; revision: string }>(
      'SELECT id, revision FROM memory.contradictions WHERE tenant_id = $1',
    ),
  ]);
  const versions = new Map(memories.map((row) => [`${row.chain_id} ${row.version}`, row.id]));
  const toItem = ({ id, revision, content }: MemoryRow) => ({ id, revision: Number(revision), content });
  const active = memories.filter((memory) => memory.is_active).map(toItem);
  const inactive = memories.filter((memory) => !memory.is_active).map(toItem);
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
    items: toStoredItems([...active, ...chunks.map((chunk) => ({ ...chunk, revision: CHUNK_REVISION }))]),
    superseded: toStoredItems(inactive),
    relationships: toRevisions(relationships),
    contradictions: toRevisions(contradictions),
  };
}

const toRevisions = (rows: readonly { id: string; revision: string }[]): Revisions =>
  new Map(rows.map(({ id, revision }) => [id, Number(revision)]));

const toStoredItems = (items: readonly { id: string; revision: number; content: string }[]): StoredItems => ({
  revisions: new Map(items.map(({ id, revision }) => [id, revision])),
  contents: new Map(items.map(({ id, content }) => [id, content])),
});

/**
 * Runs all consistency queries for a tenant.
 *
 * @param database connected as a superuser, because the queries join the schemas of all services
 * @returns one message per inconsistent row; empty if all services are consistent
 */
export async function findInconsistencies(
  database: Pick<Database, 'inSystemTransaction'>,
  tenantId: string,
): Promise<string[]> {
  const found: string[] = [];
  for (const [question, sql] of Object.entries(CONSISTENCY_QUERIES)) {
    const rows = await database.inSystemTransaction((tx) => tx.query<object>(sql, [tenantId]));
    found.push(...rows.map((row) => `${question}: ${JSON.stringify(row)}`));
  }
  return found;
}

/** Counts the unpublished events of all outboxes. */
export async function countPendingEvents(database: Database): Promise<number> {
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
