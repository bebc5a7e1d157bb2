import { join } from 'node:path';
import { installGoProgram } from '@loci/test-engines/install';
import { CACHE, runChecker } from '../deployment/run-checker.ts';
import type { Verdict } from '../deployment/run-checker.ts';

/** Checks dashboards against the schemas of Grafana. */
export type DashboardChecker = (files: readonly string[]) => Promise<Verdict>;

/** Installs the program in `dashboard-checker/`. */
export async function installDashboardChecker(): Promise<DashboardChecker> {
  const program = await installGoProgram(CACHE, join(import.meta.dirname, 'dashboard-checker'));
  return (files) => runChecker(program, files);
}
