import type { Database } from '@loci/postgres';

export interface Table {
  schema: string;
  name: string;
  columns: string[];
  /** Columns whose values PostgreSQL generates from a sequence. */
  identities: string[];
  /** Columns of the primary key with their types, in the order of the key. */
  key: { column: string; type: string }[];
}

/**
 * Tables that are not moved. All events in `outbox` are handled, the target has its own `migrations`, and
 * `embedding_model_users` lists running processes.
 */
const EXCLUDED_TABLES = ['outbox', 'migrations', 'embedding_model_users'];

/** Lists the tables of a schema. Referenced tables come before the tables that reference them. */
export async function listTables(database: Database, schema: string): Promise<Table[]> {
  return database.inSystemTransaction(async (tx) => {
    const columns = await tx.query<{ name: string; columns: string[]; identities: string[] }>(
      `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns,
         coalesce(array_agg(a.attname::text) FILTER (WHERE a.attidentity <> ''), '{}') AS identities
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
         AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND c.relname <> ALL($2)
       GROUP BY c.relname ORDER BY c.relname`,
      [schema, EXCLUDED_TABLES],
    );
    const keys = await tx.query<{ name: string; column: string; type: string }>(
      `SELECT c.relname AS name, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type
       FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
         CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k(attnum, place)
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
       WHERE c.relnamespace = $1::regnamespace AND i.indisprimary ORDER BY c.relname, k.place`,
      [schema],
    );
    const references = await tx.query<{ from: string; to: string }>(
      `SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to
       FROM pg_constraint WHERE contype = 'f' AND connamespace = $1::regnamespace`,
      [schema],
    );
    const tables = columns.map((table) => ({
      schema,
      ...table,
      key: keys.filter(({ name }) => name === table.name).map(({ column, type }) => ({ column, type })),
    }));
    const withoutKey = tables.find(({ key }) => key.length === 0);
    if (withoutKey) {
      throw new Error(`The table ${schema}.${withoutKey.name} has no primary key, which the copy requires.`);
    }
    return sortByReference(
      tables,
      references.map(({ from, to }) => [unqualified(from), unqualified(to)]),
    );
  });
}

const unqualified = (name: string): string => name.slice(name.lastIndexOf('.') + 1).replaceAll('"', '');

function sortByReference(tables: readonly Table[], references: readonly (readonly string[])[]): Table[] {
  const ordered: Table[] = [];
  const add = (table: Table): void => {
    if (ordered.includes(table)) return;
    for (const [from, to] of references) {
      const referred = tables.find(({ name }) => name === to);
      if (from === table.name && to !== table.name && referred) add(referred);
    }
    ordered.push(table);
  };
  tables.forEach(add);
  return ordered;
}
