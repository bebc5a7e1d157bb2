import type { RelationshipType } from '@loci/contracts';
import type { Caller } from '@loci/core';
import { continueAfter, timeAndId, toLimit } from '@loci/http';
import type { CursorPage } from '@loci/http';
import type { InTransaction } from '@loci/postgres';
import { RELATIONSHIP_COLUMNS, toRelationship } from './relationship.repository.ts';
import type { RelationshipRow } from './relationship.repository.ts';
import type { Relationship } from './relationship.ts';

export interface RelationshipFilter {
  fromId?: string | undefined;
  toId?: string | undefined;
  /** Either end. */
  memoryId?: string | undefined;
  relationshipType?: RelationshipType | undefined;
}

export interface ListRelationshipsDeps {
  inTransaction: InTransaction;
}

/** Name of this list in cursors. */
export const RELATIONSHIP_LIST = 'relationships';

/**
 * A page of relationships and one more, newest first, with the number of all that pass the filter. A BIDIRECTIONAL one
 * goes from and to both of its ends.
 * @throws VAL_FIELD_INVALID for the cursor of another list
 * @see SPEC.md "Relationships" 3
 */
export async function listRelationships(
  { inTransaction }: ListRelationshipsDeps,
  caller: Caller,
  filter: RelationshipFilter,
  page: CursorPage,
): Promise<{ items: Relationship[]; total: number }> {
  const { sql, values } = toConditions(caller.tenantId, filter);
  const after = continueAfter(page.cursor, RELATIONSHIP_LIST, timeAndId) ?? [];
  const { limit, offset } = toLimit(page);
  const next = values.length + 1;
  const keyset =
    after.length === 0 ? '' : `AND (r.created_at, r.id) < ($${next + 2}::timestamptz, $${next + 3}::uuid)`;
  return inTransaction(caller.tenantId, async (tx) => {
    const [rows, counted] = await Promise.all([
      tx.query<RelationshipRow>(
        `SELECT ${RELATIONSHIP_COLUMNS} FROM relationships r WHERE ${sql} ${keyset}
         ORDER BY r.created_at DESC, r.id DESC LIMIT $${next} OFFSET $${next + 1}`,
        [...values, limit, offset, ...after],
      ),
      tx.query<{ total: string }>(`SELECT count(*) AS total FROM relationships r WHERE ${sql}`, values),
    ]);
    return { items: rows.map(toRelationship), total: Number(counted[0]!.total) };
  });
}

function toConditions(tenantId: string, filter: RelationshipFilter): { sql: string; values: unknown[] } {
  const parts: string[] = ['r.tenant_id = $1'];
  const values: unknown[] = [tenantId];
  const add = (sql: (placeholder: string) => string, value: unknown): void => {
    values.push(value);
    parts.push(sql(`$${values.length}`));
  };
  const { fromId, toId, memoryId, relationshipType } = filter;
  const bothWays = `r.direction_type = 'BIDIRECTIONAL'`;
  if (fromId !== undefined) add((p) => `(r.from_id = ${p} OR (r.to_id = ${p} AND ${bothWays}))`, fromId);
  if (toId !== undefined) add((p) => `(r.to_id = ${p} OR (r.from_id = ${p} AND ${bothWays}))`, toId);
  if (memoryId !== undefined) add((p) => `(r.from_id = ${p} OR r.to_id = ${p})`, memoryId);
  if (relationshipType !== undefined) add((p) => `r.relationship_type = ${p}`, relationshipType);
  return { sql: parts.join(' AND '), values };
}
