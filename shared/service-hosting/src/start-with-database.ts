import type { RequestListener } from 'node:http';
import { electLeader } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import type { Job } from '@loci/service-hosting';
import { leaderJobs, localJobs } from './assign-jobs.ts';
import { openServiceDatabase } from './open-service-database.ts';
import type { DatabaseConfig } from './open-service-database.ts';
import { startProcess } from './start-process.ts';
import type { ProcessContext, ProcessConfig, ProcessDefinition, RunningProcess } from './start-process.ts';

/** A part of the platform that has a database and takes no part in events. */
export interface AppDefinition {
  app: RequestListener;
  jobs: readonly Job[];
  /** What readiness depends on; default: the database. */
  checks?: ProcessDefinition['checks'];
  close(): Promise<void>;
}

/** Runs such a part as a process of its own. */
export function startWithDatabase(
  {
    name,
    migrationsDir,
    config,
  }: { name: string; migrationsDir: URL; config: ProcessConfig & DatabaseConfig },
  stopping: AbortSignal,
  build: (foundation: ProcessContext & { database: Database }) => Promise<AppDefinition>,
): Promise<RunningProcess> {
  return startProcess(name, config, stopping, async (foundation) => {
    const store = await openServiceDatabase(name, config, migrationsDir, foundation);
    const { database } = store;
    const { app, jobs, checks, close } = await build({ ...foundation, database });
    const leadership = electLeader(store.options, `${name}-jobs`);
    return {
      app,
      jobs: [...localJobs(jobs), ...leaderJobs(jobs, leadership)],
      checks: checks ?? { database: store.check },
      commands: {},
      beforeScrape: () => Promise.resolve(store.report()),
      close: async () => {
        await leadership.close();
        await close();
        await database.close();
      },
    };
  });
}
