import type { EventEnvelope, Topic } from '@loci/events';
import type { Database, Transaction } from '@loci/postgres';
import { deliver } from '../deliver.ts';
import type { EventLog, FailedEvent } from '../deliver.ts';
import type { Consumer } from './event-transport.ts';
import { followOutbox } from './follow-outbox.ts';
import type { OutboxFollower } from './follow-outbox.ts';
import { BEGINNING, readOutbox } from './read-outbox.ts';
import type { Position } from './read-outbox.ts';

const DEFAULT_BATCH_SIZE = 256;
const BATCH_BYTES = 8 * 1024 * 1024;
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

/** One group's way through one service's outbox. */
export class OutboxTail {
  readonly consumer: Consumer;
  readonly owner: string;
  readonly topics: readonly Topic[];
  position: Position = BEGINNING;
  private readonly options: OutboxTailOptions;
  private passed = 0;
  private follower: OutboxFollower | null = null;

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
    const { gatherMs, pollMs, stopping, log } = this.options;
    this.follower = followOutbox({
      step: () => this.step(),
      onFailure: (error) =>
        log.warn({ err: error, group: this.consumer.group }, 'events wait: their store does not answer'),
      gatherMs,
      pollMs,
      stopping,
    });
  }

  wake(): void {
    this.follower?.wake();
  }

  /** Resolves when the call under way has ended; the options' signal asks for it. */
  async stopped(): Promise<void> {
    await this.follower?.stopped();
  }

  /** Reads and handles one batch, and says what is left: more, some that is not settled yet, or nothing. */
  private async step(): Promise<'more' | 'held' | 'nothing'> {
    const { database, log, stopping } = this.options;
    const batchSize = this.consumer.batchSize ?? DEFAULT_BATCH_SIZE;
    const { rows, left } = await database.inSystemTransaction((tx) =>
      readOutbox(tx, {
        owner: this.owner,
        after: this.position,
        topics: this.topics,
        limit: batchSize,
        maxBytes: BATCH_BYTES,
      }),
    );
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
