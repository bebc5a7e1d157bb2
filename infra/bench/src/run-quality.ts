import { readFile } from 'node:fs/promises';
import { basename, join, parse } from 'node:path';
import { cranfieldDataSet, parseCranfield } from './datasets/cranfield.ts';
import { parseDataSet } from './datasets/data-set.ts';
import type { DataSet } from './datasets/data-set.ts';
import { locomoDataSet, parseLocomo } from './datasets/locomo.ts';
import { parseMultiHop } from './datasets/multi-hop.ts';
import { withNearDuplicates } from './datasets/near-duplicates.ts';
import { systemClock } from './load/clock.ts';
import type { DataSetOptions, QualityOptions } from './options/options.ts';
import type { MeasuredPlatform } from './platform/open-platform.ts';
import { connectTenants } from './platform/tenants.ts';
import { measureQuality } from './quality/measure-quality.ts';
import type { Figure } from './report/figure.ts';

/** Measures retrieval quality with the given data sets. @throws Error if a file or a request fails */
export async function runQuality(
  options: DataSetOptions &
    Pick<QualityOptions, 'layouts' | 'variants' | 'unit' | 'nearDuplicates' | 'parameters'>,
  platform: MeasuredPlatform,
  log: (message: string) => void,
  clock = systemClock,
): Promise<Figure[]> {
  const read = await readDataSets(options);
  const dataSets = options.nearDuplicates ? read.map(withNearDuplicates) : read;
  const tenants = connectTenants(platform.address);
  const context = { clock, tenant: tenants.create, log };
  try {
    const figures: Figure[] = [];
    for (const dataSet of dataSets) figures.push(...(await measureQuality(context, dataSet, options)));
    return figures;
  } finally {
    await tenants.close();
  }
}

/** Reads the data sets of the options. @throws Error if a file is missing or malformed */
export async function readDataSets({
  locomo,
  cranfield,
  dataSets,
  multiHop,
  eventTimes,
}: DataSetOptions): Promise<DataSet[]> {
  return [
    ...(locomo === undefined ? [] : [locomoDataSet(parseLocomo(await readFile(locomo, 'utf8')), eventTimes)]),
    ...(cranfield === undefined ? [] : [await readCranfield(cranfield)]),
    ...(await Promise.all(
      dataSets.map(async (path) => parseDataSet(basename(path, '.jsonl'), await readFile(path, 'utf8'))),
    )),
    ...(await Promise.all(
      multiHop.map(async (path) => parseMultiHop(parse(path).name, await readFile(path, 'utf8'))),
    )),
  ];
}

async function readCranfield(folder: string): Promise<DataSet> {
  const [documents, queries, judgments] = await Promise.all(
    ['cran.all.1400', 'cran.qry', 'cranqrel'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  return cranfieldDataSet(
    parseCranfield({ documents: documents!, queries: queries!, judgments: judgments! }),
  );
}
