import { compareStores } from './agreement/compare-stores.ts';
import { lookAtKafka } from './agreement/kafka.ts';
import type { ChaosPlatform } from './platform/open-chaos-platform.ts';
import { runRound } from './run-round.ts';
import type { RoundReport } from './run-round.ts';

/**
 * Rounds with these seeds, one after the other on the same data.
 *
 * @param told gets each report at once
 * @returns the reports, and what of all rounds does not agree in the end: what a later one has done to an earlier one
 */
export async function runRounds(
  platform: ChaosPlatform,
  seeds: readonly number[],
  told: (report: RoundReport) => void,
): Promise<{ reports: RoundReport[]; problems: string[] }> {
  const kafka = lookAtKafka({
    brokers: platform.variables['KAFKA_BROKERS']!,
    prefix: platform.names.kafkaPrefix,
  });
  const tenantIds = new Set<string>();
  const reports: RoundReport[] = [];
  try {
    for (const seed of seeds) {
      const report = await runRound({ platform, kafka, seed, tenantIds });
      reports.push(report);
      told(report);
    }
    return { reports, problems: await compareStores(platform, tenantIds, tenantIds) };
  } finally {
    await kafka.close();
  }
}
