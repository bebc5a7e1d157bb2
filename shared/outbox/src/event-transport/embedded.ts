import type { EventEnvelope, Topic } from '@loci/events';
import type { Database } from '@loci/postgres';
import { deliver } from '../deliver.ts';
import type { Consumer, EventTransport } from './event-transport.ts';

export interface EmbeddedTransportOptions {
  /** A role that may read every service's outbox and owns the `events` schema. */
  database: Database;
  /** Which service's outbox carries a topic, e.g. `memory: 'memory'`. */
  owners: Partial<Record<Topic, string>>;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
  /** How long a reader gathers events after it was woken; more makes larger batches. Default 25. */
  gatherMs?: number;
  /** How often a reader looks when nobody wakes it. Default 1,000. */
  pollMs?: number;
  onDeadLetter?: (group: string) => void;
}

const DEFAULT_BATCH_SIZE = 256;
const PRUNE_EVERY_MS = 60_000;
const PRUNE_AT_MOST = 20_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Row {
  txid: string;
  seq: string;
  envelope: string;
}

/**
 * Rows at or above the oldest transaction still running are left for later: a transaction may commit after
 * one with a higher number, and a reader that had gone past would never see its events.
 */
const READ = (owner: string): string => `
  SELECT txid::text, seq::text, envelope FROM ${owner}.outbox
  WHERE (txid, seq) > ($1::xid8, $2::bigint) AND txid < pg_snapshot_xmin(pg_current_snapshot()) AND topic = ANY($3)
  ORDER BY txid, seq LIMIT $4`;

/** Consumer groups that tail the outbox tables; their positions are rows in `events.positions`. */
export function createEmbeddedTransport(options: EmbeddedTransportOptions): EventTransport {
  const { database, owners, log, gatherMs = 25, pollMs = 1_000 } = options;
  const readers: Reader[] = [];
  let stopping = false;
  let pruning: NodeJS.Timeout | undefined;

  /** One group's tail of one owner's outbox. */
  class Reader {
    private txid = '0';
    private seq = '0';
    private wakeUp: (() => void) | null = null;
    private woken = false;
    private running: Promise<void> | null = null;
    readonly consumer: Consumer;
    readonly owner: string;
    readonly topics: Topic[];

    constructor(consumer: Consumer, owner: string, topics: Topic[]) {
      this.consumer = consumer;
      this.owner = owner;
      this.topics = topics;
    }

    async start(): Promise<void> {
      const rows = await database.inSystemTransaction((tx) =>
        tx.query<{ txid: string; seq: string }>(
          'SELECT txid::text, seq::text FROM positions WHERE consumer_group = $1 AND owner = $2',
          [this.consumer.group, this.owner],
        ),
      );
      if (rows[0]) ({ txid: this.txid, seq: this.seq } = rows[0]);
      this.running = this.loop();
    }

    wake(): void {
      this.woken = true;
      this.wakeUp?.();
    }

    stopped(): Promise<void> {
      this.wake();
      return this.running ?? Promise.resolve();
    }

    async waiting(): Promise<number> {
      const rows = await database.inSystemTransaction((tx) =>
        tx.query<{ waiting: string }>(
          `SELECT count(*) AS waiting FROM ${this.owner}.outbox
           WHERE (txid, seq) > ($1::xid8, $2::bigint) AND topic = ANY($3)`,
          [this.txid, this.seq, this.topics],
        ),
      );
      return Number(rows[0]!.waiting);
    }

    private async loop(): Promise<void> {
      while (!stopping) {
        const size = await this.step().catch((error: unknown) => {
          log.warn({ err: error, group: this.consumer.group }, 'events wait: their store does not answer');
          return -1;
        });
        if (stopping) return;
        if (size === this.batchSize()) continue;
        if (size < 0) await pause(pollMs);
        else if (!this.woken) await this.untilWoken(pollMs);
        this.woken = false;
        // A reader that went at once would handle a busy minute one event at a time.
        if (!stopping) await pause(gatherMs);
      }
    }

    private untilWoken(atMostMs: number): Promise<void> {
      return new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, atMostMs);
        this.wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }

    private batchSize(): number {
      return this.consumer.batchSize ?? DEFAULT_BATCH_SIZE;
    }

    /** Reads and handles one batch; resolves to its size. */
    private async step(): Promise<number> {
      const rows = await database.inSystemTransaction((tx) =>
        tx.query<Row>(
          READ(this.owner),
          [this.txid, this.seq, this.topics, this.batchSize()],
          `read-${this.owner}`,
        ),
      );
      const last = rows.at(-1);
      if (!last) return 0;
      const events = rows.map((row) => JSON.parse(row.envelope) as EventEnvelope);
      const failed = await deliver(this.consumer, events, { log, isStopping: () => stopping });
      if (failed === 'stopped') return 0;
      await database.inSystemTransaction(async (tx) => {
        for (const { envelope, reason } of failed) {
          await tx.query(
            'INSERT INTO dead_letters (consumer_group, tenant_id, reason, envelope) VALUES ($1, $2, $3, $4)',
            [this.consumer.group, envelope.tenant_id, reason, JSON.stringify(envelope)],
          );
          options.onDeadLetter?.(this.consumer.group);
        }
        await tx.query(
          `INSERT INTO positions (consumer_group, owner, txid, seq) VALUES ($1, $2, $3::xid8, $4)
           ON CONFLICT (consumer_group, owner) DO UPDATE SET txid = excluded.txid, seq = excluded.seq`,
          [this.consumer.group, this.owner, last.txid, last.seq],
          'save-position',
        );
      });
      ({ txid: this.txid, seq: this.seq } = last);
      return rows.length;
    }
  }

  const wake = (owner?: string): void => {
    for (const reader of readers) if (owner === undefined || reader.owner === owner) reader.wake();
  };

  /** Removes what every group of an owner has handled. */
  async function prune(): Promise<void> {
    for (const owner of new Set(readers.map((reader) => reader.owner))) {
      const groups = readers.filter((reader) => reader.owner === owner).length;
      await database.inSystemTransaction((tx) =>
        tx.query(
          `DELETE FROM ${owner}.outbox WHERE (txid, seq) IN (
             SELECT o.txid, o.seq FROM ${owner}.outbox o,
               (SELECT txid, seq FROM positions WHERE owner = $1 ORDER BY txid, seq LIMIT 1) slowest
             WHERE (SELECT count(*) FROM positions WHERE owner = $1) = $2 AND (o.txid, o.seq) <= (slowest.txid, slowest.seq)
             ORDER BY o.txid, o.seq LIMIT $3)`,
          [owner, groups, PRUNE_AT_MOST],
        ),
      );
    }
  }

  async function lag(): Promise<Record<string, number>> {
    const byGroup: Record<string, number> = {};
    for (const reader of readers) {
      byGroup[reader.consumer.group] = (byGroup[reader.consumer.group] ?? 0) + (await reader.waiting());
    }
    return byGroup;
  }

  return {
    subscribe: (consumer) => {
      const byOwner = new Map<string, Topic[]>();
      for (const topic of consumer.topics) {
        const owner = owners[topic];
        if (owner === undefined) throw new Error(`No service owns the topic ${topic}.`);
        byOwner.set(owner, [...(byOwner.get(owner) ?? []), topic]);
      }
      for (const [owner, topics] of byOwner) readers.push(new Reader(consumer, owner, topics));
    },
    start: async () => {
      for (const reader of readers) await reader.start();
      pruning = setInterval(() => {
        prune().catch((error: unknown) => log.warn({ err: error }, 'handled events could not be removed'));
      }, PRUNE_EVERY_MS);
    },
    wake,
    drain: async () => {
      // Handling events can make new ones, so only an empty look at all groups at once is the end.
      while (!stopping) {
        const waiting = Object.values(await lag()).reduce((sum, count) => sum + count, 0);
        if (waiting === 0) return;
        wake();
        await pause(5);
      }
    },
    lag,
    deadLetters: async () => {
      const rows = await database.inSystemTransaction((tx) =>
        tx.query<{ consumer_group: string; reason: string; envelope: string }>(
          'SELECT consumer_group, reason, envelope FROM dead_letters ORDER BY id LIMIT 1000',
        ),
      );
      return rows.map((row) => ({
        group: row.consumer_group,
        reason: row.reason,
        envelope: JSON.parse(row.envelope) as EventEnvelope,
      }));
    },
    replayDeadLetters: async (group) => {
      const consumer = readers.find((reader) => reader.consumer.group === group)?.consumer;
      if (!consumer) throw new Error(`No consumer group is called ${group}.`);
      const rows = await database.inSystemTransaction((tx) =>
        tx.query<{ id: string; envelope: string }>(
          'SELECT id, envelope FROM dead_letters WHERE consumer_group = $1 ORDER BY id LIMIT 1000',
          [group],
        ),
      );
      let replayed = 0;
      for (const row of rows) {
        await consumer.handle([JSON.parse(row.envelope) as EventEnvelope]);
        await database.inSystemTransaction((tx) =>
          tx.query('DELETE FROM dead_letters WHERE id = $1', [row.id]),
        );
        replayed++;
      }
      return replayed;
    },
    close: async () => {
      stopping = true;
      clearInterval(pruning);
      await Promise.all(readers.map((reader) => reader.stopped()));
    },
  };
}
