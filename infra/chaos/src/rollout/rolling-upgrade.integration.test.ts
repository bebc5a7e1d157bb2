import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { distributedEnvironmentSchema } from '@loci/cli';
import { databaseOptionsFromUrl, openDatabase } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { loadConfig } from '@loci/runtime';
import { createBucket } from '@loci/test-engines';
import { compareStores } from '../consistency/compare-stores.ts';
import { findLosses } from '../consistency/find-losses.ts';
import { createKafkaMonitor } from '../consistency/kafka-monitor.ts';
import type { KafkaMonitor } from '../consistency/kafka-monitor.ts';
import { readStoredState } from '../consistency/stored-state.ts';
import { waitUntilDrained } from '../consistency/wait-until-drained.ts';
import { createTenant, dataOf } from '../load/create-tenant.ts';
import type { Tenant } from '../load/create-tenant.ts';
import { createExpectedState } from '../load/expected-state.ts';
import type { ExpectedState } from '../load/expected-state.ts';
import { findFileLosses } from '../load/find-file-losses.ts';
import { createWriteLog } from '../load/write-log.ts';
import { runWriter } from '../load/writer.ts';
import { blockReconcilers } from '../platform/block-reconcilers.ts';
import type { BlockedReconcilers } from '../platform/block-reconcilers.ts';
import { createRandom } from '../random.ts';
import { findMessageProblems } from '../webhooks/find-message-problems.ts';
import { waitUntilDelivered } from '../webhooks/wait-until-delivered.ts';
import { startWebhookReceiver } from '../webhooks/webhook-receiver.ts';
import type { WebhookReceiver } from '../webhooks/webhook-receiver.ts';
import { countSchemaVersions } from './count-schema-versions.ts';
import { createNextVersion } from './next-version.ts';
import { extractPreviousVersion, previousVersionProblem } from './previous-version.ts';
import { runReader } from './reader.ts';
import type { ReadLog } from './reader.ts';
import { openRolloutPlatform } from './rollout-platform.ts';
import type { RolloutPlatform, Version } from './rollout-platform.ts';

const WRITERS = 4;
const WRITER_PAUSE_MS = 150;
const START_TIMEOUT_MS = 180_000;
const ROLLOUT_TIMEOUT_MS = 420_000;
const DRAIN_TIMEOUT_MS = 60_000;
/** Own writes that searches must find while two services run different versions. */
const FOUND_PER_PHASE = 2;
const PHASE_TIMEOUT_MS = 120_000;

const problem = previousVersionProblem();
if (problem !== null) process.stderr.write(`Skipped the rolling upgrade test. ${problem}\n`);
const describeIfAvailable = problem === null ? describe : describe.skip;

/** @see docs/upgrade.md */
describeIfAvailable('a rolling upgrade from the previous version under load', () => {
  const name = `rollout${randomBytes(6).toString('hex')}`;
  const folder = mkdtempSync(join(tmpdir(), 'loci-rollout-'));
  const previous: Version = { name: 'N', root: join(folder, 'previous') };
  const next: Version = { name: 'N+1', root: join(folder, 'next') };
  const variables = process.env as Record<string, string>;
  const stopping = new AbortController();
  const writes = createWriteLog();
  const reads: ReadLog = { found: 0, refreshed: 0, problems: [] };
  const expected: ExpectedState = createExpectedState();
  let platform: RolloutPlatform;
  let database: Database;
  let holder: Database;
  let reconcilers: BlockedReconcilers;
  let receiver: WebhookReceiver;
  let kafka: KafkaMonitor;
  let tenant: Tenant;
  let load: Promise<unknown>;

  beforeAll(async () => {
    extractPreviousVersion(previous.root);
    createNextVersion(next.root);
    const databaseUrl = new URL(variables['DATABASE_ADMIN_URL']!);
    databaseUrl.pathname = `/${name}`;
    await createBucket(name, variables);
    const config = loadConfig(distributedEnvironmentSchema, {
      ...variables,
      DATABASE_ADMIN_URL: databaseUrl.href,
      KAFKA_TOPIC_PREFIX: `${name}.`,
      ELASTICSEARCH_INDEX_PREFIX: name,
      QDRANT_COLLECTION_PREFIX: name,
      S3_BUCKET: name,
      RATE_LIMIT_PER_MINUTE: '0',
      WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
      LOG_LEVEL: 'warn',
    });
    platform = await openRolloutPlatform(config, folder);
    await platform.migrate(previous);
    const options = { ...databaseOptionsFromUrl(databaseUrl.href), applicationName: 'loci-rollout' };
    database = openDatabase({ ...options, statementTimeoutMs: 60_000 });
    holder = openDatabase({ ...options, maxConnections: 1, statementTimeoutMs: 3_600_000 });
    reconcilers = blockReconcilers(holder);
    receiver = await startWebhookReceiver({ rejectsSome: false });
    await platform.start(previous);
    kafka = createKafkaMonitor({ brokers: variables['KAFKA_BROKERS']!, prefix: `${name}.` });
    tenant = await createTenant(platform, name, receiver.urlOf);
    await warmUp();
  }, START_TIMEOUT_MS);

  /** Waits until the engines respond in time. Their first queries can exceed the timeouts of the services. */
  async function warmUp(): Promise<void> {
    const post = (path: string, body: object) =>
      tenant.send({ method: 'POST', path, token: tenant.token, body });
    const content = `${tenant.mark} warm-up`;
    const { id } = dataOf(await post('/api/v2/memories', { content }));
    expected.memories.set(id, { presence: 'there', contents: [content], active: true, minRevision: 1 });
    while ((await post('/api/v2/relationships/traverse', { start_memory_id: id })).status !== 200);
    const search = '/api/v2/search/hybrid?wait_ms=5000';
    while (!(await post(search, { query: 'warm-up' })).body.data?.items.length);
  }

  afterAll(async () => {
    stopping.abort();
    await load;
    await platform?.stop();
    await reconcilers?.release();
    await Promise.all([database?.close(), holder?.close(), kafka?.close(), receiver?.close()]);
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  /** Waits until searches have found own writes that were stored after the call. */
  async function untilFound(): Promise<void> {
    const target = reads.found + FOUND_PER_PHASE + 1;
    const deadline = performance.now() + PHASE_TIMEOUT_MS;
    while (reads.found < target) {
      if (performance.now() > deadline || reads.problems.length > 0) {
        throw new Error(`Searches found no own writes: ${JSON.stringify(reads)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Waits until a consumer group waits at an event of a newer schema version, and has unprocessed events. */
  async function untilWaiting(service: string, group: string): Promise<void> {
    const waiting = `"group":"${group}".*"msg":"Event has a newer schema version than this process reads`;
    const deadline = performance.now() + PHASE_TIMEOUT_MS;
    for (;;) {
      const { lag } = await kafka.readState();
      if ((lag[group] ?? 0) > 0 && new RegExp(waiting).test(platform.outputOf(service))) return;
      if (performance.now() > deadline) {
        throw new Error(`The group ${group} did not wait. Output:\n${platform.outputOf(service)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  const replace = (version: Version, ...services: string[]): Promise<unknown> =>
    Promise.all(services.map((service) => platform.replace(service, version)));

  async function upgrade(): Promise<void> {
    await untilFound();
    await platform.migrate(next);
    // N processes the events of N+1.
    await replace(next, 'memory');
    await untilFound();
    await replace(next, 'search', 'graph');
    // N+1 processes the events of N.
    await replace(previous, 'memory');
    await untilFound();
    // N cannot read the schema version 2 of the events of the search service.
    await untilWaiting('memory', 'memory-embeddings');
    await untilWaiting('document', 'document-embeddings');
    await replace(next, 'memory', 'document', 'artifact');
    await replace(next, 'auth', 'analysis', 'webhook');
    // The replaced consumers are N+1, unlike in the steps before.
    await replace(next, 'gateway', 'search', 'graph');
    await untilFound();
  }

  test(
    'fails no request',
    async () => {
      // The processes of N call each other while they start.
      const before = platform.failures().length;
      load = Promise.all([
        ...Array.from({ length: WRITERS }, (_, number) =>
          runWriter({
            ...{ tenant, number, expected, log: writes, stopping: stopping.signal },
            random: createRandom(number),
            pauseMs: WRITER_PAUSE_MS,
          }),
        ),
        runReader({ baseUrl: platform.baseUrl, tenant, expected, log: reads, stopping: stopping.signal }),
      ]);
      await upgrade().finally(() => {
        stopping.abort();
        return load;
      });
      expect([...platform.failures().slice(before), ...reads.problems]).toEqual([]);
      expect([...writes.refusals, ...writes.unexpectedResponses]).toEqual([]);
      expect(writes.acknowledged).toBeGreaterThan(100);
      expect(reads.refreshed).toBeGreaterThan(3);
    },
    ROLLOUT_TIMEOUT_MS,
  );

  test('publishes events of both schema versions', async () => {
    const counts = await countSchemaVersions(variables['KAFKA_BROKERS']!, `${name}.embedding`);
    expect(counts).toEqual({ 1: expect.any(Number), 2: expect.any(Number) });
  }, 60_000);

  test(
    'loses no acknowledged write and no event',
    async () => {
      await waitUntilDrained(kafka, database, DRAIN_TIMEOUT_MS);
      await waitUntilDelivered(database, [tenant.tenantId], DRAIN_TIMEOUT_MS);
      const { deadLetters } = await kafka.readState();
      expect(deadLetters).toEqual({});
      const stored = await readStoredState(database, tenant.tenantId);
      const names = { kafkaPrefix: `${name}.`, elasticsearchPrefix: name, qdrantPrefix: name };
      expect([
        ...findLosses(expected, stored),
        ...(await findFileLosses(tenant, expected)),
        ...findMessageProblems(receiver.messagesOf(tenant.tenantId), expected, stored),
        ...(await compareStores({ database, variables, names }, [tenant.tenantId], null)),
      ]).toEqual([]);
    },
    2 * DRAIN_TIMEOUT_MS,
  );
});
