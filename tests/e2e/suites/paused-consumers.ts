import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Loci } from '@loci/client';
import { databaseOptionsFromUrl, openDatabase } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { callTool } from '../../support/call-tool.ts';
import { responseOf } from '../../support/client-calls.ts';
import { eventually } from '../../support/eventually.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

const CLIENTS = 4;
const PAUSES = 6;
const PAUSE_MS = 1_500;
const WAIT_MS = 1_000;

/** Tables whose lock pauses the consumer of the search indexes, the storage of its progress, or the relay. */
const PAUSED_TABLES = ['search.items', 'search.consumer_progress', 'memory.relay_offsets'];

interface Outcome {
  fresh: number;
  notFresh: number;
  /** Markers of results that are marked as fresh but lack the change. */
  stale: string[];
}

/**
 * Defines a test of reads with a position while consumers and relays of a distributed platform are paused.
 *
 * @param databaseUrl database of the platform, with the admin role
 * @see docs/reference/http.md#read-your-writes
 */
export function describePausedConsumers(platform: TestPlatform, databaseUrl: string): void {
  let database: Database;
  let tenant: Tenant;
  beforeAll(async () => {
    database = openDatabase({ ...databaseOptionsFromUrl(databaseUrl), applicationName: 'test' });
    tenant = await platform.createTenant();
  });
  afterAll(() => database.close());

  /** Stores a memory and searches it with the position that the client received. */
  async function writeAndSearch({ memories, search }: Loci, outcome: Outcome): Promise<void> {
    const marker = `marker${randomUUID().replaceAll('-', '')}`;
    const { id } = await memories.create({ content: `The ${marker} is here.` });
    const { fresh, data } = await responseOf((options) =>
      search.hybrid({ query: marker, limit: 5 }, { wait_ms: WAIT_MS }, options),
    );
    if (fresh !== true) outcome.notFresh++;
    else if (data.items.some((item) => item.id === id)) outcome.fresh++;
    else outcome.stale.push(marker);
  }

  test('reads with a position never return a stale result that is marked as fresh while consumers and relays are paused', async () => {
    const outcome: Outcome = { fresh: 0, notFresh: 0, stale: [] };
    let isEnded = false;
    const clients = await Promise.all(Array.from({ length: CLIENTS }, () => tenant.createClient()));
    const running = Promise.all(
      clients.map(async (loci) => {
        while (!isEnded) await writeAndSearch(loci, outcome);
      }),
    );
    try {
      for (let pause = 0; pause < PAUSES; pause++) {
        await database.inSystemTransaction(async (tx) => {
          await tx.query(`LOCK TABLE ${PAUSED_TABLES[pause % PAUSED_TABLES.length]!} IN EXCLUSIVE MODE`);
          await delay(PAUSE_MS);
        });
        await delay(PAUSE_MS);
      }
    } finally {
      isEnded = true;
      await running;
    }
    expect(outcome.stale).toEqual([]);
    // Both cases must occur. Otherwise, the test has not paused the consumers or has never waited for them.
    expect(outcome.fresh).toBeGreaterThan(10);
    expect(outcome.notFresh).toBeGreaterThan(3);
  }, 60_000);

  /** Runs `work` while the processes that write a table are paused. */
  const whilePaused = (table: string, work: () => Promise<void>): Promise<void> =>
    database.inSystemTransaction(async (tx) => {
      await tx.query(`LOCK TABLE ${table} IN EXCLUSIVE MODE`);
      await work();
    });
  const store = async (content: string): Promise<string> =>
    (await tenant.loci.memories.create({ content })).id;
  const tool = (name: string, args: Record<string, unknown>) =>
    callTool(platform.send, tenant.token, name, args, { structured: true });

  test('recall returns what the same user stored while the indexing is paused', () =>
    whilePaused('search.items', async () => {
      const id = await store('Ada collects stamps.');
      expect(await tool('recall', { query: 'stamps' })).toMatchObject({
        success: true,
        fresh: false,
        // On a busy machine, it also contains memories of earlier tests.
        not_yet_indexed: expect.arrayContaining([
          expect.objectContaining({ id, content: 'Ada collects stamps.' }),
        ]),
      });
    }));

  test('store compares a memory with one that was stored before while the indexing is paused', () =>
    whilePaused('search.items', async () => {
      const id = await store('Grace lives in London.');
      expect(await tool('store', { content: 'Grace lives in Lisbon.' })).toMatchObject({
        similar: [{ id, kind: 'contradiction' }],
      });
    }));

  // The graph service also applies a relationship to the graph store directly after the commit.
  test('explore returns a relationship that the same user stored while the relay of the graph service is paused', async () => {
    const [from, to] = [await store('Tea is a drink.'), await store('Coffee is a drink.')];
    const explore = () => tool('explore', { start_memory: from });
    await eventually(async () => expect(await explore()).not.toHaveProperty('fresh'));
    await whilePaused('graph.relay_offsets', async () => {
      const ends = { from_id: from, to_id: to };
      const { id } = await tenant.loci.relationships.create({ ...ends, relationship_type: 'sibling_of' });
      const { fresh, edges, not_yet_indexed: added = [] } = await explore();
      expect(fresh).toBe(false);
      expect([...edges, ...added]).toContainEqual(expect.objectContaining({ id, ...ends }));
    });
  });
}
