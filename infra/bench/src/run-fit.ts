import { writeFile } from 'node:fs/promises';
import type { DataSet } from './datasets/data-set.ts';
import { systemClock } from './load/clock.ts';
import type { CalibrateOptions, DataSetOptions } from './options/options.ts';
import type { MeasuredPlatform } from './platform/open-platform.ts';
import { connectTenants } from './platform/tenants.ts';
import type { QualityContext } from './quality/layouts.ts';
import { readDataSets } from './run-quality.ts';

/** The embedding model of a platform without configuration. */
export const BUILTIN_MODEL = 'static-minilm-256';

/** A model that is fitted to the observations of searches. */
export interface FittedModel<Observations> {
  /** Stores the data sets and searches for their questions. */
  collect(context: QualityContext, dataSets: readonly DataSet[]): Promise<Observations>;
  /** Fits the model and formats the TypeScript file with it. */
  format(observations: Observations): string;
  /** Formats the cross-validated quality of the model. */
  report(observations: Observations): string;
}

/**
 * Fits a model and writes it to `options.output`.
 *
 * @returns the report with the cross-validated quality of the model
 * @throws Error if a file or a request fails
 */
export async function runFit<Observations>(
  { collect, format, report }: FittedModel<Observations>,
  options: DataSetOptions & Pick<CalibrateOptions, 'output'>,
  platform: MeasuredPlatform,
  log: (message: string) => void,
  clock = systemClock,
): Promise<string> {
  const dataSets = await readDataSets(options);
  const tenants = connectTenants(platform.address);
  try {
    const observations = await collect({ clock, tenant: tenants.create, log }, dataSets);
    if (options.output !== undefined) await writeFile(options.output, format(observations));
    return report(observations);
  } finally {
    await tenants.close();
  }
}
