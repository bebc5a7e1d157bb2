import type { EventEnvelope, Topic } from '@loci/events';
import type { Database, Transaction } from '@loci/postgres';
import { deliver } from '../../deliver.ts';
import type { FailedEvent, TransportLogger } from '../../deliver.ts';
import type { Consumer } from '../event-transport.ts';
import { pollOutbox } from '../poll-outbox.ts';
import type { OutboxPoller, OutboxRemainder } from '../poll-outbox.ts';
import { OUTBOX_START, readOutbox } from '../read-outbox.ts';
import type { OutboxPosition } from '../read-outbox.ts';

const DEFAULT_BATCH_SIZE = 1000;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;
/** Number of skipped rows of other topics after which a reader stores its position. */
const SAVE_AFTER_SKIPPED = 1_000;

export interface OutboxReaderOptions {
  consumer: Consumer;
  /** The service whose outbox is read. Also the name of its schema. */
  owner: string;
  /** Topics of the consumer's subscription that `owner` publishes. */
  topics: readonly Topic[];
  database: Database;
  log: TransportLogger;
  lingerMs: number;
  pollMs: number;
  stopping: AbortSignal;
  onDeadLetter(group: string): void;
}

/** Delivers the events of one outbox to one consumer group, and stores the position of the group. */
export class OutboxReader {
  readonly consumer: Consumer;
  readonly owner: string;
  readonly topics: readonly Topic[];
  position: OutboxPosition = OUTBOX_START;
  private readonly options: OutboxReaderOptions;
  private skippedSinceSave = 0;
  private poller: OutboxPoller | null = null;

  constructor(options: OutboxReaderOptions) {
    this.options = options;
    this.consumer = options.consumer;
    this.owner = options.owner;
    this.topics = options.topics;
  }

  /** Loads the stored position and starts polling. */
  async start(): Promise<void> {
    const [saved] = await this.options.database.inSystemTransaction((tx) =>
      tx.query<OutboxPosition>(
        'SELECT txid::text, seq::text FROM positions WHERE consumer_group = $1 AND owner = $2',
        [this.consumer.group, this.owner],
      ),
    );
    if (saved) this.position = saved;
    const { lingerMs, pollMs, stopping, log } = this.options;
    this.poller = pollOutbox({
      step: () => this.deliverNextBatch(),
      onFailure: (error) =>
        log.warn(
          { err: error, group: this.consumer.group, owner: this.owner },
          'Reading the outbox failed; events are delayed',
        ),
      lingerMs,
      pollMs,
      stopping,
    });
  }

  wake(): void {
    this.poller?.wake();
  }

  /** Resolves when the running delivery has ended. Call it after `stopping` is aborted. */
  async stopped(): Promise<void> {
    await this.poller?.stopped();
  }

  private async deliverNextBatch(): Promise<OutboxRemainder> {
    const { database, log, stopping } = this.options;
    const { rows, remainder } = await database.inSystemTransaction((tx) =>
      readOutbox(tx, {
        owner: this.owner,
        after: this.position,
        topics: this.topics,
        limit: this.consumer.batchSize ?? DEFAULT_BATCH_SIZE,
        maxBytes: MAX_BATCH_BYTES,
      }),
    );
    const last = rows.at(-1);
    if (!last) return remainder;
    const events = rows.flatMap((row) =>
      row.envelope === null ? [] : [JSON.parse(row.envelope) as EventEnvelope],
    );
    const failed = events.length === 0 ? [] : await deliver(this.consumer, events, { log, stopping });
    if (failed === 'stopped') return 'none';
    const position = { txid: last.txid, seq: last.seq };
    this.skippedSinceSave += rows.length - events.length;
    if (events.length > 0 || this.skippedSinceSave >= SAVE_AFTER_SKIPPED) {
      await database.inSystemTransaction((tx) => this.save(tx, position, failed));
      this.skippedSinceSave = 0;
    }
    this.position = position;
    return remainder;
  }

  private async save(
    tx: Transaction,
    position: OutboxPosition,
    failed: readonly FailedEvent[],
  ): Promise<void> {
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
