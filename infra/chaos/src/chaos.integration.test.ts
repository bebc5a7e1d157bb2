import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { lookAtKafka } from './agreement/kafka.ts';
import type { KafkaLooks } from './agreement/kafka.ts';
import { openChaosPlatform } from './platform/open-chaos-platform.ts';
import type { ChaosPlatform } from './platform/open-chaos-platform.ts';
import { runRound } from './run-round.ts';

/**
 * The gateway killed and Kafka cut off; PostgreSQL cut off and consumers killed; Qdrant killed and relays stopped.
 * `npm run chaos` has all the others.
 */
const SEEDS = [13, 22, 38];
const START_TIMEOUT_MS = 300_000;
const ROUND_TIMEOUT_MS = 240_000;

/** @see issue "Real engines, separate services", "Faults to survive" */
describe('faults under load: nothing acknowledged is lost, and all stores agree afterwards', () => {
  const tenantIds = new Set<string>();
  let platform: ChaosPlatform;
  let kafka: KafkaLooks;

  beforeAll(async () => {
    // Engines of its own: those that this test run shares must not be killed.
    platform = await openChaosPlatform({ log: () => undefined });
    kafka = lookAtKafka({
      brokers: platform.variables['KAFKA_BROKERS']!,
      prefix: platform.names.kafkaPrefix,
    });
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await kafka?.close();
    await platform?.close();
  }, START_TIMEOUT_MS);

  test.each(SEEDS)(
    'seed %i',
    async (seed) => {
      const report = await runRound({ platform, kafka, seed, tenantIds });
      expect(report.problems).toEqual([]);
      expect(report.acknowledged).toBeGreaterThan(20);
    },
    ROUND_TIMEOUT_MS,
  );
});
