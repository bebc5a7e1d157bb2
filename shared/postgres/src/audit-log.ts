import { currentActor, systemActor } from '@loci/core';
import type { Actor, AuditAction, AuditObjectType, AuditedChange } from '@loci/core';
import type { Database, Transaction } from './database.ts';

const INSERTED_COLUMNS =
  'tenant_id, action, object_type, object_ids, user_id, client_id, key_id, via, request_id, operation';

/**
 * Returns an INSERT statement of one audit entry, for use as part of a larger statement.
 *
 * @param first number of the first parameter. The statement has the parameters of {@link auditValues}.
 */
export const auditInsert = (first: number): string =>
  `INSERT INTO audit_log (${INSERTED_COLUMNS})
   VALUES (${Array.from({ length: 10 }, (_, index) => `$${first + index}`).join(', ')})`;

/** Returns the parameters of {@link auditInsert}. */
export const auditValues = (actor: Actor, change: AuditedChange): unknown[] => [
  change.tenantId,
  change.action,
  change.objectType,
  change.objectIds,
  actor.userId,
  actor.clientId,
  actor.keyId,
  actor.via,
  actor.requestId,
  actor.operation,
];

const INSERT_ONE = auditInsert(1);

/**
 * Inserts an audit entry in the transaction of the change that it describes. Does nothing if the current operation has no
 * actor, as in consumers and jobs.
 */
export async function recordAudit(tx: Transaction, change: AuditedChange): Promise<void> {
  const actor = currentActor();
  if (actor === null) return;
  await tx.query(INSERT_ONE, auditValues(actor, change), 'audit-insert');
}

/**
 * Inserts the audit entry of a change that no user requested, also if it happens during a request.
 *
 * @param operation name of the job or of the step of the start, for example `job disable-webhook`
 */
export async function recordSystemAudit(
  tx: Transaction,
  operation: string,
  change: AuditedChange,
): Promise<void> {
  await tx.query(INSERT_ONE, auditValues(systemActor(operation), change), 'audit-insert');
}

/** Position of an entry in the log of a service. */
export interface AuditPosition {
  /** Time of the entry in ISO 8601 with microseconds. */
  at: string;
  id: string;
}

export interface AuditEntry extends AuditPosition {
  user_id: string;
  client_id: string;
  key_id: string | null;
  via: Actor['via'];
  request_id: string;
  operation: string;
  action: AuditAction;
  object_type: AuditObjectType;
  object_ids: string[];
}

/** Fields that a query compares with a value. */
export interface AuditFilter {
  user_id?: string | undefined;
  key_id?: string | undefined;
  operation?: string | undefined;
  action?: string | undefined;
  object_type?: string | undefined;
  object_id?: string | undefined;
  request_id?: string | undefined;
}

export interface AuditQuery {
  tenantId: string;
  /** Start of the time range, inclusive. */
  from: string;
  /** End of the time range, exclusive. */
  to: string;
  /** Entry after which the list continues. */
  after?: AuditPosition | undefined;
  filter: AuditFilter;
  limit: number;
}

/** Condition of each filter. `$` stands for the number of its parameter. */
const CONDITIONS: Record<keyof AuditFilter, string> = {
  user_id: 'user_id = $',
  key_id: 'key_id = $::uuid',
  operation: 'operation = $',
  action: 'action = $',
  object_type: 'object_type = $',
  object_id: '$ = ANY(object_ids)',
  request_id: 'request_id = $',
};

/** Lists the entries of a tenant, newest first. */
export function listAudit(tx: Transaction, query: AuditQuery): Promise<AuditEntry[]> {
  const values: unknown[] = [query.tenantId, query.from, query.to];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const conditions = ['tenant_id = $1', 'at >= $2', 'at < $3'];
  if (query.after) {
    conditions.push(
      `(at, id) < (${parameter(query.after.at)}::timestamptz, ${parameter(query.after.id)}::uuid)`,
    );
  }
  for (const [field, condition] of Object.entries(CONDITIONS)) {
    const value = query.filter[field as keyof AuditFilter];
    if (value !== undefined) conditions.push(condition.replace('$', () => parameter(value)));
  }
  return tx.query<AuditEntry>(
    `SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, id, user_id, client_id, key_id, via,
       request_id, operation, action, object_type, object_ids
     FROM audit_log WHERE ${conditions.join(' AND ')}
     ORDER BY audit_log.at DESC, id DESC LIMIT ${parameter(query.limit)}`,
    values,
  );
}

/**
 * Creates the missing partitions of the current and the next months. Idempotent.
 *
 * @returns the number of entries that were moved from the default partition, because they had no partition
 */
export async function prepareAuditPartitions(
  database: Pick<Database, 'inSystemTransaction'>,
): Promise<number> {
  const [row] = await database.inSystemTransaction((tx) =>
    tx.query<{ moved: string }>('SELECT prepare_audit_partitions() AS moved'),
  );
  return Number(row!.moved);
}

/**
 * Deletes the months whose entries are all older than `before`.
 *
 * @returns the names of the dropped partitions
 * @throws the driver's error if `before` is less than {@link MIN_AUDIT_RETENTION_DAYS} days ago
 */
export async function dropAuditPartitions(
  database: Pick<Database, 'inSystemTransaction'>,
  before: Date,
): Promise<string[]> {
  const rows = await database.inSystemTransaction((tx) =>
    tx.query<{ name: string }>('SELECT name FROM drop_audit_partitions($1) AS name', [before]),
  );
  return rows.map(({ name }) => name);
}
