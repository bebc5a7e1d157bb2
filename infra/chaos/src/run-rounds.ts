import { compareStores } from './consistency/compare-stores.ts';
import { createKafkaMonitor } from './consistency/kafka-monitor.ts';
import type { ChaosPlatform } from './platform/open-chaos-platform.ts';
import { runRound } from './run-round.ts';
import type { RoundReport } from './run-round.ts';

/**
 * Runs rounds one after the other on the same data.
 *
 * @param onReport receives each report when its round ends
 * @returns the reports, and the problems of a final comparison of the tenants of all rounds
 */
export async function runRounds(
  platform: ChaosPlatform,
  seeds: readonly number[],
  onReport: (report: RoundReport) => void,
): Promise<{ reports: RoundReport[]; problems: string[] }> {
  const kafka = createKafkaMonitor({
    brokers: platform.variables['KAFKA_BROKERS']!,
    prefix: platform.names.kafkaPrefix,
  });
  const tenantIds = new Set<string>();
  const reports: RoundReport[] = [];
  try {
    for (const seed of seeds) {
      const report = await runRound({ platform, kafka, seed, tenantIds });
      reports.push(report);
      onReport(report);
    }
    return { reports, problems: await compareStores(platform, tenantIds, tenantIds) };
  } finally {
    await kafka.close();
  }
}
