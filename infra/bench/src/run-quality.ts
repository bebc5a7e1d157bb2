import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseCranfield } from './datasets/cranfield.ts';
import type { Cranfield } from './datasets/cranfield.ts';
import { parseLocomo } from './datasets/locomo.ts';
import { systemClock } from './load/clock.ts';
import type { QualityOptions } from './options/options.ts';
import type { MeasuredPlatform } from './platform/open-platform.ts';
import { connectTenants } from './platform/tenants.ts';
import { cranfieldQuality } from './quality/cranfield-quality.ts';
import { locomoQuality } from './quality/locomo-quality.ts';
import type { Figure } from './report/figure.ts';

/** Measures retrieval quality with the given data sets. @throws Error if a file or a request fails */
export async function runQuality(
  options: Pick<QualityOptions, 'locomo' | 'cranfield'>,
  platform: MeasuredPlatform,
  log: (message: string) => void,
  clock = systemClock,
): Promise<Figure[]> {
  const conversations =
    options.locomo === undefined ? [] : parseLocomo(await readFile(options.locomo, 'utf8'));
  const collection = options.cranfield === undefined ? undefined : await readCranfield(options.cranfield);
  const tenants = connectTenants(platform.address);
  const context = { clock, tenant: tenants.create, log };
  try {
    return [
      ...(conversations.length === 0 ? [] : await locomoQuality(context, conversations)),
      ...(collection === undefined ? [] : await cranfieldQuality(context, collection)),
    ];
  } finally {
    await tenants.close();
  }
}

async function readCranfield(folder: string): Promise<Cranfield> {
  const [documents, queries, judgments] = await Promise.all(
    ['cran.all.1400', 'cran.qry', 'cranqrel'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  return parseCranfield({ documents: documents!, queries: queries!, judgments: judgments! });
}
