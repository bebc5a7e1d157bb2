import type { RelationshipType } from '@loci/contracts';
import { exactly } from '@loci/core';
import type { Caller, Total } from '@loci/core';
import { continueAfter, timeAndId, toLimit } from '@loci/http';
import type { CursorPage } from '@loci/http';
import { countRows } from '@loci/postgres';
import type { InTransaction, Transaction } from '@loci/postgres';
import { countRelationships } from './relationship-counters.ts';
import { RELATIONSHIP_COLUMNS, toRelationship } from './relationship.row.ts';
import type { RelationshipRow } from './relationship.row.ts';
import type { Relationship } from './relationship.ts';

export interface RelationshipFilter {
  /**
   * Id of the source of a relationship. A BIDIRECTIONAL relationship matches if either of its memories has
   * this id.
   */
  fromId?: string | undefined;
  /**
   * Id of the target of a relationship. A BIDIRECTIONAL relationship matches if either of its memories has
   * this id.
   */
  toId?: string | undefined;
  /** Source or target of the relationship. */
  memoryId?: string | undefined;
  relationshipType?: RelationshipType | undefined;
  /** True to also list relationships of inactive versions. */
  includeInactive: boolean;
}

export interface ListRelationshipsDeps {
  inTransaction: InTransaction;
}

/** Name of this list in its cursors. */
export const RELATIONSHIP_LIST = 'relationships';

/**
 * Lists relationships, newest first.
 *
 * @returns the page, plus one item if there is a next page, and the number of matching relationships,
 *   which is counted up to a limit if the filter names a memory
 * @throws VAL_FIELD_INVALID for the cursor of another list
 * @see docs/reference/relationships.md#list-relationships
 */
export async function listRelationships(
  { inTransaction }: ListRelationshipsDeps,
  caller: Caller,
  filter: RelationshipFilter,
  page: CursorPage,
): Promise<{ items: Relationship[]; total: Total }> {
  const { sql, values } = toConditions(caller.tenantId, filter);
  const after = continueAfter(page.cursor, RELATIONSHIP_LIST, timeAndId) ?? [];
  const { limit, offset } = toLimit(page);
  const next = values.length + 1;
  const keyset =
    after.length === 0 ? '' : `AND (r.created_at, r.id) < ($${next + 2}::timestamptz, $${next + 3}::uuid)`;
  return inTransaction(caller.tenantId, async (tx) => {
    const [rows, total] = await Promise.all([
      tx.query<RelationshipRow>(
        `SELECT ${RELATIONSHIP_COLUMNS} FROM relationships r WHERE ${sql} ${keyset}
         ORDER BY r.created_at DESC, r.id DESC LIMIT $${next} OFFSET $${next + 1}`,
        [...values, limit, offset, ...after],
      ),
      count(tx, caller.tenantId, filter, { sql, values }),
    ]);
    return { items: rows.map(toRelationship), total };
  });
}

function count(
  tx: Transaction,
  tenantId: string,
  { fromId, toId, memoryId, relationshipType, includeInactive }: RelationshipFilter,
  { sql, values }: { sql: string; values: unknown[] },
): Promise<Total> {
  const hasCounter = fromId === undefined && toId === undefined && memoryId === undefined;
  return hasCounter
    ? countRelationships(tx, tenantId, { type: relationshipType, includeInactive }).then(exactly)
    : countRows(tx, `SELECT FROM relationships r WHERE ${sql}`, values);
}

function toConditions(tenantId: string, filter: RelationshipFilter): { sql: string; values: unknown[] } {
  const parts: string[] = ['r.tenant_id = $1'];
  const values: unknown[] = [tenantId];
  const add = (sql: (placeholder: string) => string, value: unknown): void => {
    values.push(value);
    parts.push(sql(`$${values.length}`));
  };
  const { fromId, toId, memoryId, relationshipType, includeInactive } = filter;
  const isBidirectional = `r.direction_type = 'BIDIRECTIONAL'`;
  if (fromId !== undefined)
    add((p) => `(r.from_id = ${p} OR (r.to_id = ${p} AND ${isBidirectional}))`, fromId);
  if (toId !== undefined) add((p) => `(r.to_id = ${p} OR (r.from_id = ${p} AND ${isBidirectional}))`, toId);
  if (memoryId !== undefined) add((p) => `(r.from_id = ${p} OR r.to_id = ${p})`, memoryId);
  if (!includeInactive) parts.push('r.is_active');
  if (relationshipType !== undefined) add((p) => `r.relationship_type = ${p}`, relationshipType);
  return { sql: parts.join(' AND '), values };
}
