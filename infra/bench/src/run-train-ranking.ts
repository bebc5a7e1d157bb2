import { writeFile } from 'node:fs/promises';
import { systemClock } from './load/clock.ts';
import type { CalibrateOptions } from './options/options.ts';
import type { MeasuredPlatform } from './platform/open-platform.ts';
import { connectTenants } from './platform/tenants.ts';
import { LAYOUTS } from './quality/layouts.ts';
import { collectRankings } from './ranking/collect-rankings.ts';
import { formatRankingModel } from './ranking/format-ranking-model.ts';
import { fitRanking, formatRanking } from './ranking/ranking-figures.ts';
import { BUILTIN_MODEL } from './run-calibrate.ts';
import { readDataSets } from './run-quality.ts';

/**
 * Trains the model of learned ranking and writes it to `options.output`.
 *
 * @returns the report with the cross-validated quality of the model
 * @throws Error if a file or a request fails
 */
export async function runTrainRanking(
  options: Pick<CalibrateOptions, 'locomo' | 'cranfield' | 'dataSets' | 'output'>,
  platform: MeasuredPlatform,
  log: (message: string) => void,
  clock = systemClock,
): Promise<string> {
  const dataSets = await readDataSets(options);
  const tenants = connectTenants(platform.address);
  try {
    const searches = await collectRankings({ clock, tenant: tenants.create, log }, dataSets, LAYOUTS);
    if (options.output !== undefined)
      await writeFile(options.output, formatRankingModel(fitRanking(searches), BUILTIN_MODEL));
    return formatRanking(searches);
  } finally {
    await tenants.close();
  }
}
