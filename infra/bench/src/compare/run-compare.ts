import { readFile } from 'node:fs/promises';
import type { Report } from '../report/report.ts';
import { compareResults, hasRegressions } from './compare-results.ts';
import { formatComparison } from './format-comparison.ts';

/**
 * Compares two result files.
 *
 * @param before path of the earlier result
 * @param after path of the later result
 * @throws Error if a file cannot be read or the results cannot be compared
 */
export async function runCompare(
  before: string,
  after: string,
): Promise<{ text: string; hasRegressions: boolean }> {
  const comparison = compareResults(await readResult(before), await readResult(after));
  return { text: formatComparison(comparison), hasRegressions: hasRegressions(comparison) };
}

async function readResult(path: string): Promise<Report> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      error.code === 'ENOENT' ? `${path} does not exist.` : `${path} cannot be read: ${error.message}`,
    );
  });
  const invalid = new Error(`${path} is not a result of the benchmark. Use a file that --output wrote.`);
  let result: Partial<Report> | null;
  try {
    result = JSON.parse(text) as Partial<Report> | null;
  } catch {
    throw invalid;
  }
  if (!result?.benchmark || !result.hardware || !result.options || !Array.isArray(result.figures))
    throw invalid;
  return result as Report;
}
