import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildGoProgram, installOnce } from '@loci/test-engines/install';
import { CACHE, runChecker } from './run-checker.ts';
import type { Verdict } from './run-checker.ts';

const PROGRAM = 'dashboard-checker';
const SOURCE = join(import.meta.dirname, PROGRAM);

/** Checks dashboards against the schemas of Grafana. */
export type DashboardChecker = (files: readonly string[]) => Promise<Verdict>;

/** Builds the program in `dashboard-checker/`, once for each version of its source. */
export async function installDashboardChecker(): Promise<DashboardChecker> {
  const hash = createHash('sha256');
  for (const file of globSync('*', { cwd: SOURCE }).sort()) hash.update(readFileSync(join(SOURCE, file)));
  const name = `${PROGRAM}-${hash.digest('hex').slice(0, 12)}`;
  const folder = await installOnce(CACHE, name, (each) => buildGoProgram(each, SOURCE, PROGRAM));
  return (files) => runChecker(join(folder, PROGRAM), files);
}
