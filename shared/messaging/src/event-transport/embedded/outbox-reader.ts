import type { OutboxPosition } from '@loci/core';
import type { EventEnvelope, Topic } from '@loci/events';
import type { Database } from '@loci/postgres';
import { deliver } from '../../deliver.ts';
import type { FailedEvent, TransportLogger } from '../../deliver.ts';
import type { OnProcessed } from '../../handle-in-span.ts';
import type { Consumer } from '../event-transport.ts';
import { NOT_AN_EVENT, parseEnvelope } from '../parse-envelope.ts';
import { pollOutbox } from '../poll-outbox.ts';
import type { OutboxPoller, OutboxRemainder } from '../poll-outbox.ts';
import { OUTBOX_START, readOutbox } from '../read-outbox.ts';
import type { OutboxRow } from '../read-outbox.ts';

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
  onProcessed: OnProcessed | undefined;
  /** Called when the position of the group has changed. */
  onAdvance(): void;
}

/**
 * Stores the position of a group. The commit does not wait for the disk. If a crash of PostgreSQL loses it, the events
 * after the previous position are delivered again. A lost commit also loses all later commits, so the outbox still has
 * these events.
 */
const SAVE_POSITION = `
  INSERT INTO positions (consumer_group, owner, txid, seq)
  SELECT $1, $2, $3::xid8, $4::bigint FROM set_config('synchronous_commit', 'off', true)
  ON CONFLICT (consumer_group, owner) DO UPDATE SET txid = excluded.txid, seq = excluded.seq`;

/** Row of the dead-letter queue. */
interface OutboxDeadLetter {
  tenantId: string;
  reason: string;
  /** JSON of the event, or the content of a row that is not an event. */
  envelope: string;
}

const toOutboxDeadLetter = ({ envelope, reason }: FailedEvent): OutboxDeadLetter => ({
  tenantId: envelope.tenant_id,
  reason,
  envelope: JSON.stringify(envelope),
});

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

  /** Delivers the present events without waiting for further ones. */
  expedite(): void {
    this.poller?.expedite();
  }

  /** Resolves when the running delivery has ended. Call it after `stopping` is aborted. */
  async stopped(): Promise<void> {
    await this.poller?.stopped();
  }

  private async deliverNextBatch(): Promise<OutboxRemainder> {
    const { database, log, stopping, onProcessed } = this.options;
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
    const { events, malformed } = this.parse(rows);
    const failed =
      events.length === 0
        ? []
        : await deliver(this.consumer, events, { system: 'postgresql', onProcessed, log, stopping });
    if (failed === 'stopped') return 'none';
    const deadLetters = [...malformed, ...failed.map(toOutboxDeadLetter)];
    const position = { txid: last.txid, seq: last.seq };
    this.skippedSinceSave += rows.length - events.length;
    if (events.length > 0 || deadLetters.length > 0 || this.skippedSinceSave >= SAVE_AFTER_SKIPPED) {
      await this.save(position, deadLetters);
      this.skippedSinceSave = 0;
    }
    this.position = position;
    this.options.onAdvance();
    return remainder;
  }

  /** Parses the rows of the subscribed topics. Rows that are not events become dead letters. */
  private parse(rows: readonly OutboxRow[]): { events: EventEnvelope[]; malformed: OutboxDeadLetter[] } {
    const events: EventEnvelope[] = [];
    const malformed: OutboxDeadLetter[] = [];
    for (const { envelope, key, txid, seq } of rows) {
      if (envelope === null) continue;
      const event = parseEnvelope(envelope);
      if (event) {
        events.push(event);
        continue;
      }
      this.options.log.error(
        { group: this.consumer.group, owner: this.owner, txid, seq },
        'Outbox row is not an event and is moved to the dead-letter queue',
      );
      malformed.push({ tenantId: key.slice(0, key.indexOf(':')), reason: NOT_AN_EVENT, envelope });
    }
    return { events, malformed };
  }

  private async save(position: OutboxPosition, deadLetters: readonly OutboxDeadLetter[]): Promise<void> {
    const { database, onDeadLetter } = this.options;
    const { group } = this.consumer;
    const values = [group, this.owner, position.txid, position.seq];
    if (deadLetters.length === 0) {
      await database.statement(SAVE_POSITION, values, 'save-position');
      return;
    }
    await database.inSystemTransaction(async (tx) => {
      for (const { tenantId, envelope, reason } of deadLetters) {
        await tx.query(
          'INSERT INTO dead_letters (consumer_group, tenant_id, reason, envelope) VALUES ($1, $2, $3, $4)',
          [group, tenantId, reason, envelope],
        );
        tx.afterCommit(() => onDeadLetter(group));
      }
      await tx.query(SAVE_POSITION, values, 'save-position');
    });
  }
}
