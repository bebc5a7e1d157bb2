import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createKafkaMonitor } from './consistency/kafka-monitor.ts';
import type { KafkaMonitor } from './consistency/kafka-monitor.ts';
import { openChaosPlatform } from './platform/open-chaos-platform.ts';
import type { ChaosPlatform } from './platform/open-chaos-platform.ts';
import { runRound } from './run-round.ts';

/**
 * Seeds of the two rounds. They disconnect Kafka and kill the memory service (13), and disconnect PostgreSQL and kill the
 * gateway (4). `npm run chaos` runs the seeds 1 to 50, which also kill the consumers that store and send webhook messages (41).
 */
const SEEDS = [13, 4];
const START_TIMEOUT_MS = 300_000;
const ROUND_TIMEOUT_MS = 240_000;

describe('faults under load', () => {
  const tenantIds = new Set<string>();
  let platform: ChaosPlatform;
  let kafka: KafkaMonitor;

  beforeAll(async () => {
    // Starts separate engines, because the engines of the test run must not be killed.
    platform = await openChaosPlatform({ log: () => undefined });
    kafka = createKafkaMonitor({
      brokers: platform.variables['KAFKA_BROKERS']!,
      prefix: platform.names.kafkaPrefix,
    });
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await kafka?.close();
    await platform?.close();
  }, START_TIMEOUT_MS);

  test.each(SEEDS)(
    'with the seed %i, leave all stores consistent without losing an acknowledged write',
    async (seed) => {
      const report = await runRound({ platform, kafka, seed, tenantIds });
      expect(report.problems).toEqual([]);
      expect(report.acknowledged).toBeGreaterThan(20);
      expect(report.messages).toBeGreaterThan(20);
      expect(report.rejectedMessages).toBeGreaterThan(0);
    },
    ROUND_TIMEOUT_MS,
  );
});
