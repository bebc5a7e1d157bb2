import type { Transaction } from './database.ts';

/** A table of a service with rows of tenants. */
export interface TenantTable {
  name: string;
  /** Schema and name as a quoted identifier. */
  identifier: string;
}

/**
 * Lists the tables of the schema that have a column `tenant_id`, except partitioned tables, which are the audit log. A
 * table comes before the tables that its foreign keys reference.
 */
export async function listTenantTables(tx: Transaction): Promise<TenantTable[]> {
  const rows = await tx.query<{ name: string; identifier: string; references: string[] }>(
    `SELECT c.relname::text AS name, c.relnamespace::regnamespace || '.' || quote_ident(c.relname) AS identifier,
       ARRAY(SELECT p.relname::text
         FROM pg_constraint f JOIN pg_class p ON p.oid = f.confrelid
         WHERE f.contype = 'f' AND f.conrelid = c.oid AND f.confrelid <> c.oid) AS references
     FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
     WHERE c.relkind = 'r' AND NOT c.relispartition AND c.relnamespace = to_regnamespace(quote_ident(current_schema()))
     ORDER BY c.relname`,
  );
  const ordered: TenantTable[] = [];
  const remaining = new Map(rows.map((row) => [row.name, row]));
  while (remaining.size > 0) {
    const referenced = new Set([...remaining.values()].flatMap((row) => row.references));
    const next = [...remaining.keys()].filter((name) => !referenced.has(name));
    // Foreign keys in a cycle have no order. The deletion then depends on their ON DELETE clauses.
    for (const name of next.length > 0 ? next : [...remaining.keys()]) {
      ordered.push({ name, identifier: remaining.get(name)!.identifier });
      remaining.delete(name);
    }
  }
  return ordered;
}
