import type { EventEnvelope, Topic } from '@loci/events';
import type { Database, Transaction } from '@loci/postgres';
import { deliver, pause } from '../deliver.ts';
import type { EventLog, FailedEvent } from '../deliver.ts';
import type { Consumer } from './event-transport.ts';

const DEFAULT_BATCH_SIZE = 256;
/** How far a tail may pass over other topics' rows before it writes that down. */
const SAVE_AFTER_PASSED = 1_000;

export interface OutboxTailOptions {
  consumer: Consumer;
  /** The service whose outbox it reads, and which of its topics. */
  owner: string;
  topics: readonly Topic[];
  database: Database;
  log: EventLog;
  gatherMs: number;
  pollMs: number;
  stopping: AbortSignal;
  onDeadLetter(group: string): void;
}

/** A place in an outbox: everything up to it was handled. */
export interface Position {
  txid: string;
  seq: string;
}

interface Row extends Position {
  settled: boolean;
  /** Null for another topic. */
  envelope: string | null;
}

/**
 * In the order of transactions. A row of a transaction that is not below the oldest one still running is not
 * settled: one with a lower number may commit yet, and a reader that had gone past would never see its events.
 * NOTE: an unqualified ORDER BY txid, seq would sort by the texts of the output, 10 before 9.
 */
const READ = (owner: string): string => `
  SELECT txid::text, seq::text, txid < (SELECT pg_snapshot_xmin(pg_current_snapshot())) AS settled,
    CASE WHEN topic = ANY($3) THEN envelope END AS envelope
  FROM ${owner}.outbox AS o WHERE (o.txid, o.seq) > ($1::xid8, $2::bigint) ORDER BY o.txid, o.seq LIMIT $4`;

/** One group's way through one service's outbox. */
export class OutboxTail {
  readonly consumer: Consumer;
  readonly owner: string;
  readonly topics: readonly Topic[];
  position: Position = { txid: '0', seq: '0' };
  private readonly options: OutboxTailOptions;
  private passed = 0;
  private woken = false;
  private wakeUp: (() => void) | null = null;
  private running: Promise<void> = Promise.resolve();

  constructor(options: OutboxTailOptions) {
    this.options = options;
    this.consumer = options.consumer;
    this.owner = options.owner;
    this.topics = options.topics;
  }

  async start(): Promise<void> {
    const [saved] = await this.options.database.inSystemTransaction((tx) =>
      tx.query<Position>(
        'SELECT txid::text, seq::text FROM positions WHERE consumer_group = $1 AND owner = $2',
        [this.consumer.group, this.owner],
      ),
    );
    if (saved) this.position = saved;
    this.running = this.follow();
  }

  wake(): void {
    this.woken = true;
    this.wakeUp?.();
  }

  /** Resolves when the call under way has ended; the options' signal asks for it. */
  stopped(): Promise<void> {
    this.wake();
    return this.running;
  }

  private async follow(): Promise<void> {
    const { gatherMs, pollMs, stopping, log } = this.options;
    let heldMs = gatherMs;
    while (!stopping.aborted) {
      const found = await this.step().catch((error: unknown) => {
        log.warn({ err: error, group: this.consumer.group }, 'events wait: their store does not answer');
        return 'failed' as const;
      });
      if (found !== 'held') heldMs = gatherMs;
      if (found === 'more') continue;
      if (found === 'failed') await pause(pollMs, stopping);
      else if (found === 'held') {
        // Nobody wakes a reader when a transaction without events ends.
        await this.untilWoken(heldMs);
        heldMs = Math.min(heldMs * 2, pollMs);
      } else await this.untilWoken(pollMs);
      this.woken = false;
      // A reader that went at once would handle a busy minute one event at a time.
      await pause(gatherMs, stopping);
    }
  }

  private async untilWoken(atMostMs: number): Promise<void> {
    if (this.woken || this.options.stopping.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, atMostMs);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Reads and handles one batch, and says what is left: more, some that is not settled yet, or nothing. */
  private async step(): Promise<'more' | 'held' | 'nothing'> {
    const { database, log, stopping } = this.options;
    const batchSize = this.consumer.batchSize ?? DEFAULT_BATCH_SIZE;
    const read = await database.inSystemTransaction((tx) =>
      tx.query<Row>(
        READ(this.owner),
        [this.position.txid, this.position.seq, this.topics, batchSize],
        `tail-${this.owner}`,
      ),
    );
    const rows = read.filter((row) => row.settled);
    const left = rows.length < read.length ? 'held' : read.length === batchSize ? 'more' : 'nothing';
    const last = rows.at(-1);
    if (!last) return left;
    const events = rows.flatMap((row) =>
      row.envelope === null ? [] : [JSON.parse(row.envelope) as EventEnvelope],
    );
    const failed = events.length === 0 ? [] : await deliver(this.consumer, events, { log, stopping });
    if (failed === 'stopped') return 'nothing';
    const position = { txid: last.txid, seq: last.seq };
    this.passed += rows.length - events.length;
    if (events.length > 0 || this.passed >= SAVE_AFTER_PASSED) {
      await database.inSystemTransaction((tx) => this.save(tx, position, failed));
      this.passed = 0;
    }
    this.position = position;
    return left;
  }

  private async save(tx: Transaction, position: Position, failed: readonly FailedEvent[]): Promise<void> {
    for (const { envelope, reason } of failed) {
      await tx.query(
        'INSERT INTO dead_letters (consumer_group, tenant_id, reason, envelope) VALUES ($1, $2, $3, $4)',
        [this.consumer.group, envelope.tenant_id, reason, JSON.stringify(envelope)],
      );
      tx.afterCommit(() => this.options.onDeadLetter(this.consumer.group));
    }
    await tx.query(
      `INSERT INTO positions (consumer_group, owner, txid, seq) VALUES ($1, $2, $3::xid8, $4)
       ON CONFLICT (consumer_group, owner) DO UPDATE SET txid = excluded.txid, seq = excluded.seq`,
      [this.consumer.group, this.owner, position.txid, position.seq],
      'save-position',
    );
  }
}
