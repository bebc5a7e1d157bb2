import type { Transaction } from '@loci/postgres';
import type { Message } from '../messages/message.ts';
import { MAX_LOGGED_ATTEMPTS } from './delivery.ts';
import type { Delivery, DeliveryState, LoggedAttempt } from './delivery.ts';

export interface DeliveryRow {
  tenant_id: string;
  webhook_id: string;
  seq: string;
  event_id: string;
  event_type: string;
  object_id: string;
  payload: string;
  state: DeliveryState;
  attempts: number;
  next_attempt_at: Date;
  attempt_log: LoggedAttempt[];
  created_at: Date;
}

export const DELIVERY_COLUMNS = [
  'tenant_id',
  'webhook_id',
  'seq::text',
  'event_id',
  'event_type',
  'object_id',
  'payload',
  'state',
  'attempts',
  'next_attempt_at',
  'attempt_log',
  'created_at',
]
  .map((column) => `d.${column}`)
  .join(', ');

export const toDelivery = (row: DeliveryRow): Delivery => ({
  tenantId: row.tenant_id,
  webhookId: row.webhook_id,
  seq: row.seq,
  eventId: row.event_id,
  eventType: row.event_type,
  objectId: row.object_id,
  payload: row.payload,
  state: row.state,
  attempts: row.attempts,
  nextAttemptAt: row.next_attempt_at,
  attemptLog: row.attempt_log,
  createdAt: row.created_at,
});

const INSERT_BATCH_SIZE = 2_000;

/**
 * Stores messages to webhooks in the given order. Ignores messages that are already stored for the webhook. A message
 * that follows a pending message of the same object is due together with it.
 */
export async function insertDeliveries(
  tx: Transaction,
  messages: readonly { webhookId: string; message: Message }[],
  now: Date,
): Promise<void> {
  for (let start = 0; start < messages.length; start += INSERT_BATCH_SIZE) {
    const batch = messages.slice(start, start + INSERT_BATCH_SIZE);
    await tx.query(
      `INSERT INTO deliveries
         (tenant_id, webhook_id, event_id, event_type, object_id, payload, next_attempt_at, created_at)
       SELECT n.tenant_id, n.webhook_id, n.event_id, n.event_type, n.object_id, n.payload,
         greatest($7, (SELECT p.next_attempt_at FROM deliveries p
           WHERE p.tenant_id = n.tenant_id AND p.webhook_id = n.webhook_id AND p.object_id = n.object_id
             AND p.state = 'pending' ORDER BY p.seq DESC LIMIT 1)),
         $7
       FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::text[])
         WITH ORDINALITY n (tenant_id, webhook_id, event_id, event_type, object_id, payload, position)
       ORDER BY n.position
       ON CONFLICT (tenant_id, webhook_id, event_id) DO NOTHING`,
      [
        batch.map(({ message }) => message.tenantId),
        batch.map(({ webhookId }) => webhookId),
        batch.map(({ message }) => message.eventId),
        batch.map(({ message }) => message.eventType),
        batch.map(({ message }) => message.objectId),
        batch.map(({ message }) => message.payload),
        now,
      ],
      'insert-deliveries',
    );
  }
}

/**
 * Returns a statement that updates the deliveries for which `condition` is true. Locks them in the order of `seq`, as all
 * transactions do that change several deliveries. Otherwise, they could deadlock.
 */
const updateInOrder = (condition: string, assignments: string): string =>
  `WITH locked AS (SELECT tenant_id, webhook_id, seq FROM deliveries WHERE ${condition} ORDER BY seq FOR UPDATE)
   UPDATE deliveries d SET ${assignments} FROM locked l
   WHERE d.tenant_id = l.tenant_id AND d.webhook_id = l.webhook_id AND d.seq = l.seq RETURNING 1`;

/** Makes the pending messages of a webhook due, with all attempts of the retry schedule. */
export async function restartPendingDeliveries(
  tx: Transaction,
  { tenantId, webhookId, now }: { tenantId: string; webhookId: string; now: Date },
): Promise<void> {
  await tx.query(
    updateInOrder(
      `tenant_id = $1 AND webhook_id = $2 AND state = 'pending' AND (next_attempt_at > $3 OR attempts > 0)`,
      'next_attempt_at = $3, attempts = 0',
    ),
    [tenantId, webhookId, now],
  );
}

export interface DeliveryFilter {
  tenantId: string;
  webhookId: string;
  state: DeliveryState | undefined;
  /** Only deliveries with a lower `seq`. */
  beforeSeq: string | undefined;
  limit: number;
}

/** Lists deliveries of a webhook, newest first. */
export async function listDeliveries(
  tx: Transaction,
  { tenantId, webhookId, state, beforeSeq, limit }: DeliveryFilter,
): Promise<Delivery[]> {
  const rows = await tx.query<DeliveryRow>(
    `SELECT ${DELIVERY_COLUMNS} FROM deliveries d
     WHERE d.tenant_id = $1 AND d.webhook_id = $2 AND ($4::bigint IS NULL OR d.seq < $4)
       ${state === undefined ? '' : `AND d.state = '${state}'`}
     ORDER BY d.seq DESC LIMIT $3`,
    [tenantId, webhookId, limit, beforeSeq ?? null],
  );
  return rows.map(toDelivery);
}

export async function findDelivery(
  tx: Transaction,
  { tenantId, webhookId, eventId }: { tenantId: string; webhookId: string; eventId: string },
): Promise<Delivery | null> {
  const [row] = await tx.query<DeliveryRow>(
    `SELECT ${DELIVERY_COLUMNS} FROM deliveries d
     WHERE d.tenant_id = $1 AND d.webhook_id = $2 AND d.event_id = $3`,
    [tenantId, webhookId, eventId],
  );
  return row ? toDelivery(row) : null;
}

const RESTART = `state = 'pending', attempts = 0, next_attempt_at = $3`;

/** Makes one delivery pending and due. @returns null for an unknown delivery */
export async function restartDelivery(
  tx: Transaction,
  { tenantId, webhookId, eventId, now }: { tenantId: string; webhookId: string; eventId: string; now: Date },
): Promise<Delivery | null> {
  const [row] = await tx.query<DeliveryRow>(
    `UPDATE deliveries d SET ${RESTART} WHERE d.tenant_id = $1 AND d.webhook_id = $2 AND d.event_id = $4
     RETURNING ${DELIVERY_COLUMNS}`,
    [tenantId, webhookId, now, eventId],
  );
  return row ? toDelivery(row) : null;
}

export interface DeliveryRange {
  tenantId: string;
  webhookId: string;
  /** Inclusive bounds of the time at which the messages were recorded. */
  from: Date;
  to: Date;
  states: readonly DeliveryState[];
}

/** Counts the deliveries of a range, at most `limit`. */
export async function countDeliveries(
  tx: Transaction,
  { tenantId, webhookId, from, to, states }: DeliveryRange,
  limit: number,
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT 1 FROM deliveries WHERE tenant_id = $1 AND webhook_id = $2 AND created_at BETWEEN $3 AND $4
         AND state = ANY($5) LIMIT $6) found`,
    [tenantId, webhookId, from, to, states, limit],
  );
  return row!.count;
}

/** Makes the deliveries of a range pending and due. @returns their number */
export async function restartRange(
  tx: Transaction,
  { tenantId, webhookId, from, to, states }: DeliveryRange,
  now: Date,
): Promise<number> {
  const rows = await tx.query(
    updateInOrder(
      'tenant_id = $1 AND webhook_id = $2 AND created_at BETWEEN $4 AND $5 AND state = ANY($6)',
      RESTART,
    ),
    [tenantId, webhookId, now, from, to, states],
  );
  return rows.length;
}

/** A started attempt. `attempts` is the fencing token: a stale attempt, after which another one was started, changes nothing. */
export type StartedAttempt = Pick<Delivery, 'tenantId' | 'webhookId' | 'seq' | 'objectId' | 'attempts'>;

const FENCED = `tenant_id = $1 AND webhook_id = $2 AND seq = $3 AND attempts = $4 AND state = 'pending'`;
const fencedValues = ({ tenantId, webhookId, seq, attempts }: StartedAttempt): unknown[] => [
  tenantId,
  webhookId,
  seq,
  attempts,
];

/** Makes the message of an interrupted attempt due again, as if the attempt had not started. */
export async function releaseDelivery(tx: Transaction, started: StartedAttempt, now: Date): Promise<void> {
  await tx.query(
    `UPDATE deliveries SET attempts = attempts - 1, next_attempt_at = $5 WHERE ${FENCED}`,
    [...fencedValues(started), now],
    'release-delivery',
  );
}

export interface AttemptOutcome {
  state: DeliveryState;
  /** Time of the next attempt. For a message that is no longer pending, the time from which the next message is due. */
  nextAttemptAt: Date;
  logged: LoggedAttempt;
}

/**
 * Records the outcome of an attempt. The later pending messages of the object are due at the same time as the message
 * itself, or immediately if the message is no longer pending.
 *
 * @returns false for a stale attempt
 */
export async function recordAttempt(
  tx: Transaction,
  started: StartedAttempt,
  { state, nextAttemptAt, logged }: AttemptOutcome,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE deliveries SET state = $5, next_attempt_at = $6,
       attempt_log = CASE WHEN jsonb_array_length(attempt_log) < ${MAX_LOGGED_ATTEMPTS} THEN attempt_log
         ELSE attempt_log - 0 END || $7::jsonb
     WHERE ${FENCED} RETURNING 1`,
    [...fencedValues(started), state, nextAttemptAt, JSON.stringify(logged)],
    'record-attempt',
  );
  if (rows.length === 0) return false;
  await tx.query(
    updateInOrder(
      `tenant_id = $1 AND webhook_id = $2 AND object_id = $3 AND seq > $4 AND state = 'pending'
         AND next_attempt_at <> $5 AND ($6 OR next_attempt_at < $5)`,
      'next_attempt_at = $5',
    ),
    [started.tenantId, started.webhookId, started.objectId, started.seq, nextAttemptAt, state !== 'pending'],
    'reschedule-followers',
  );
  return true;
}
