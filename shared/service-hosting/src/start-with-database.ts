import type { RequestListener } from 'node:http';
import { electLeader } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { leaderJobs, localJobs } from './assign-jobs.ts';
import type { Job } from './job.ts';
import { openServiceDatabase } from './open-service-database.ts';
import type { DatabaseConfig } from './open-service-database.ts';
import { startProcess } from './start-process.ts';
import type { ProcessContext, ProcessConfig, ProcessDefinition, RunningProcess } from './start-process.ts';

/** The parts of a process with a database and without events. */
export interface AppDefinition {
  app: RequestListener;
  jobs: readonly Job[];
  /** Readiness checks. Defaults to a check of the database. */
  checks?: ProcessDefinition['checks'];
  /** Serves the paths under `/admin` on ADMIN_PORT. It must check the admin token itself. */
  adminApi?: ProcessDefinition['adminApi'];
  close(): Promise<void>;
}

/** Starts a process with a database and without events. */
export function startWithDatabase(
  {
    name,
    migrationsDir,
    config,
  }: { name: string; migrationsDir: URL; config: ProcessConfig & DatabaseConfig },
  stopping: AbortSignal,
  build: (context: ProcessContext & { database: Database }) => Promise<AppDefinition>,
): Promise<RunningProcess> {
  return startProcess(name, config, stopping, async (context) => {
    const serviceDatabase = await openServiceDatabase(name, config, migrationsDir, context);
    const { database } = serviceDatabase;
    const { app, jobs, checks, adminApi, close } = await build({ ...context, database });
    const election = electLeader(serviceDatabase.options, `${name}-jobs`);
    return {
      app,
      jobs: [...localJobs(jobs, { runsConsumers: true }), ...leaderJobs(jobs, election)],
      checks: checks ?? { database: serviceDatabase.check },
      commands: {},
      adminApi,
      beforeScrape: () => Promise.resolve(serviceDatabase.updateMetrics()),
      close: async () => {
        await election.close();
        await close();
        await database.close();
      },
    };
  });
}
