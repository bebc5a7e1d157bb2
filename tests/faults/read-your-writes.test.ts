import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiResponse } from '../support/api-connection.ts';
import { callTool } from '../support/call-tool.ts';
import { eventually } from '../support/eventually.ts';
import { createPlatformSettings, startPlatform } from '../support/platform-process.ts';
import type { PlatformProcess, PlatformSettings } from '../support/platform-process.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { ALL_PERMISSIONS } from '../support/tenants.ts';
import type { Tenant } from '../support/tenants.ts';
import { startWriters } from './concurrent-writers.ts';
import { lockTable } from './lock-table.ts';

const ROUNDS = 400;
const CLIENTS = 8;
const WAIT_MS = 500;
const PAUSE_MS = 1_000;
/** Time for which a write must not respond. Indexing takes less than a tenth of it. */
const UNANSWERED_MS = 1_000;

/** Tables whose lock pauses a consumer of the search indexes or of the graph store. */
const PAUSED_TABLES = ['search.items', 'events.positions', 'graph.known_memories'];

interface Outcome {
  fresh: number;
  /** Results that may lack the change, and rejections because the search takes too long under load. */
  notFresh: number;
  /** Results that are marked as fresh but lack the change. */
  stale: string[];
}

/** @see docs/reference/http.md#read-your-writes */
describe('reads with the position of a write', () => {
  const folder = createTemporaryFolder();
  let settings: PlatformSettings;
  let platform: PlatformProcess;
  let tenant: Tenant;

  beforeAll(async () => {
    settings = await createPlatformSettings(folder.path);
    platform = await startPlatform(settings);
    tenant = await platform.createTenant();
  }, 60_000);
  afterAll(async () => {
    await platform.stop();
    folder.remove();
  }, 30_000);

  const send = (method: string, path: string, body?: unknown, position?: string): Promise<ApiResponse> =>
    platform.send({
      method,
      path,
      token: tenant.token,
      body,
      ...(position !== undefined && { headers: { 'x-loci-min-position': position } }),
    });

  /** Counts a response to a read. `contains` is true if the results contain the change. */
  function count(outcome: Outcome, what: string, response: ApiResponse, contains: boolean): void {
    const isUnavailable = response.body.error?.code === 'SYS_SERVICE_UNAVAILABLE';
    if (response.status !== 200 && !isUnavailable) {
      throw new Error(`${what} returned ${response.status}: ${response.text}`);
    }
    if (response.body.meta.fresh !== true) outcome.notFresh++;
    else {
      outcome.fresh++;
      if (!contains) outcome.stale.push(what);
    }
  }

  /** Stores a memory and a relationship, and reads them with the position of the write. */
  async function runRound(outcome: Outcome, previousId: string | null): Promise<string> {
    const marker = `marker${randomUUID().replaceAll('-', '')}`;
    const created = await send('POST', '/api/v2/memories', { content: `The ${marker} is here.` });
    const { id } = created.body.data;
    const search = await send(
      'POST',
      `/api/v2/search/hybrid?wait_ms=${WAIT_MS}`,
      { query: marker, limit: 5 },
      created.headers['x-loci-position'],
    );
    count(outcome, `search ${marker}`, search, search.text.includes(id));
    if (previousId === null) return id;
    const related = await send('POST', '/api/v2/relationships', {
      from_id: id,
      to_id: previousId,
      relationship_type: 'references',
    });
    const traversal = await send(
      'POST',
      `/api/v2/relationships/traverse?wait_ms=${WAIT_MS}`,
      { start_memory_id: id, max_depth: 1 },
      related.headers['x-loci-position'],
    );
    count(outcome, `traverse ${id}`, traversal, traversal.text.includes(previousId));
    return id;
  }

  test('never return a stale result that is marked as fresh, in 400 rounds under load with paused consumers', async () => {
    const outcome: Outcome = { fresh: 0, notFresh: 0, stale: [] };
    const writers = startWriters(platform.send, (await platform.createTenant()).token, 'load');
    let started = 0;
    const client = async (): Promise<void> => {
      let previousId: string | null = null;
      while (started < ROUNDS) {
        started++;
        previousId = await runRound(outcome, previousId);
      }
    };
    let isEnded = false;
    const pauseConsumers = async (): Promise<void> => {
      for (let index = 0; !isEnded; index++) {
        const lock = await lockTable(settings.dataDir, PAUSED_TABLES[index % PAUSED_TABLES.length]!);
        await delay(PAUSE_MS);
        await lock.release();
        await delay(PAUSE_MS);
      }
    };
    const pausing = pauseConsumers();
    try {
      await Promise.all(Array.from({ length: CLIENTS }, client));
    } finally {
      isEnded = true;
      await pausing;
      await writers.stop();
    }
    expect(outcome.stale).toEqual([]);
    // Both cases must occur. Otherwise, the test has not paused the consumers or has never waited for them.
    expect(outcome.fresh).toBeGreaterThan(ROUNDS / 10);
    expect(outcome.notFresh).toBeGreaterThan(10);
  }, 600_000);

  describe.each([
    ['/api/v2/memories', (content: string) => ({ content })],
    ['/api/v2/memories/bulk', (content: string) => ({ memories: [{ content: 'First.' }, { content }] })],
  ])('POST %s with wait_for=searchable', (path, toBody) => {
    test('does not respond while the indexing is paused, and afterwards other users find the memory', async () => {
      const other = await tenant.createToken(ALL_PERMISSIONS, await tenant.createUser());
      const content = `The marker${randomUUID().replaceAll('-', '')} is here.`;
      const lock = await lockTable(settings.dataDir, 'search.items');
      const writing = send('POST', `${path}?wait_for=searchable&wait_ms=5000`, toBody(content));
      try {
        await lock.waitUntilBlocked();
        const first = await Promise.race([writing, delay(UNANSWERED_MS, 'no response')]);
        expect(first).toBe('no response');
      } finally {
        await lock.release();
      }
      const created = await writing;
      expect([created.status, created.headers['x-loci-searchable']]).toEqual([201, 'true']);
      // A search waits for the own changes of its user, but not for those of other users.
      const search = { method: 'POST', path: '/api/v2/search/hybrid', body: { query: content, limit: 1 } };
      expect((await platform.send({ ...search, token: other })).text).toContain(content);
    });

    test('succeeds with x-loci-searchable: false after wait_ms', async () => {
      const lock = await lockTable(settings.dataDir, 'search.items');
      try {
        const created = await send('POST', `${path}?wait_for=searchable&wait_ms=100`, toBody('Ada is here.'));
        expect([created.status, created.headers['x-loci-searchable']]).toEqual([201, 'false']);
      } finally {
        await lock.release();
      }
    });
  });

  describe('the assistant tools', () => {
    const tool = (name: string, args: Record<string, unknown>) =>
      callTool(platform.send, tenant.token, name, args);
    const store = async (content: string): Promise<string> =>
      (await send('POST', '/api/v2/memories', { content })).body.data.id;
    const newMarker = (): string => `marker${randomUUID().replaceAll('-', '')}`;

    /** Runs `work` while the consumers that write a table are paused. */
    async function whilePaused(table: string, work: () => Promise<void>): Promise<void> {
      const lock = await lockTable(settings.dataDir, table);
      try {
        await work();
      } finally {
        await lock.release();
      }
    }

    test.each([
      ['recall', 'content'],
      ['search', 'text'],
    ])(
      '%s returns what the same user stored and changed while the indexes are paused',
      async (name, field) => {
        const [before, stored, changed] = [newMarker(), newMarker(), newMarker()];
        const id = await store(`The ${before} is here.`);
        const find = (query: string) => tool(name, { query });
        await eventually(async () => expect((await find(before)).results[0]).toMatchObject({ id }));
        await whilePaused('search.items', async () => {
          await store(`The ${stored} is here.`);
          await send('PUT', `/api/v2/memories/${id}`, { content: `The ${changed} is here.` });
          const result = await find(before);
          expect(result).toMatchObject({
            success: true,
            fresh: false,
            not_yet_indexed: [{ [field]: `The ${changed} is here.` }, { [field]: `The ${stored} is here.` }],
          });
          expect(result.results).not.toContainEqual(expect.objectContaining({ id }));
        });
        await eventually(async () => {
          const result = await find(stored);
          expect(result).not.toHaveProperty('fresh');
          expect(result).not.toHaveProperty('not_yet_indexed');
          expect(result.results[0][field]).toContain(stored);
        });
      },
    );
  });

  test('a new memory is compared with memories that are stored but not indexed', async () => {
    const lock = await lockTable(settings.dataDir, 'search.items');
    try {
      const { body } = await send('POST', '/api/v2/memories', { content: 'Grace lives in London.' });
      const second = { content: 'Grace lives in Lisbon.', check_similar: true };
      expect((await send('POST', '/api/v2/memories', second)).body.data.similar).toMatchObject([
        { id: body.data.id, kind: 'contradiction', evidence: { difference: 'value' } },
      ]);
    } finally {
      await lock.release();
    }
  });

  test('are rejected with 503 SYS_NOT_FRESH if they require fresh results and a consumer is paused', async () => {
    const lock = await lockTable(settings.dataDir, 'search.items');
    try {
      const created = await send('POST', '/api/v2/memories', { content: 'Ada prefers tea.' });
      const search = await send(
        'POST',
        '/api/v2/search/vector?wait_ms=50&require_fresh=true',
        { query: 'tea' },
        created.headers['x-loci-position'],
      );
      expect([search.status, search.headers['retry-after'], search.body.error]).toMatchObject([
        503,
        '1',
        { code: 'SYS_NOT_FRESH', details: { behind: ['search'] } },
      ]);
    } finally {
      await lock.release();
    }
  });
});
