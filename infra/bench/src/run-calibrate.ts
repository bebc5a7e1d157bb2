import { writeFile } from 'node:fs/promises';
import { formatCalibration } from './calibration/calibration-figures.ts';
import { collectSearches } from './calibration/collect-searches.ts';
import { formatModel } from './calibration/format-model.ts';
import { fitRelevance } from './calibration/relevance-fit.ts';
import { systemClock } from './load/clock.ts';
import type { CalibrateOptions } from './options/options.ts';
import type { MeasuredPlatform } from './platform/open-platform.ts';
import { connectTenants } from './platform/tenants.ts';
import { readDataSets } from './run-quality.ts';

/** Values of `min_relevance` that the report compares. */
const THRESHOLDS = [0.005, 0.01, 0.02, 0.05];
/** The embedding model of a platform without configuration. */
export const BUILTIN_MODEL = 'static-minilm-256';

/**
 * Fits the model of relevance and writes it to `options.output`.
 *
 * @returns the report with the cross-validated quality of the model
 * @throws Error if a file or a request fails
 */
export async function runCalibrate(
  options: Pick<CalibrateOptions, 'locomo' | 'cranfield' | 'dataSets' | 'output'>,
  platform: MeasuredPlatform,
  log: (message: string) => void,
  clock = systemClock,
): Promise<string> {
  const dataSets = await readDataSets(options);
  const tenants = connectTenants(platform.address);
  try {
    const searches = await collectSearches({ clock, tenant: tenants.create, log }, dataSets);
    if (options.output !== undefined)
      await writeFile(options.output, formatModel(fitRelevance(searches), BUILTIN_MODEL));
    return formatCalibration(searches, THRESHOLDS);
  } finally {
    await tenants.close();
  }
}
