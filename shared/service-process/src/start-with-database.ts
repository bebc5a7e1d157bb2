import type { RequestListener } from 'node:http';
import { seekLeadership } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import type { Job } from '@loci/runtime';
import { ledJobs, ownJobs } from './assign-jobs.ts';
import { openServiceDatabase } from './open-service-database.ts';
import type { DatabaseConfig } from './open-service-database.ts';
import { startProcess } from './start-process.ts';
import type { Foundation, ProcessConfig, Program, RunningProcess } from './start-process.ts';

/** A part of the platform that has a database and takes no part in events. */
export interface BuiltApp {
  app: RequestListener;
  jobs: readonly Job[];
  /** What readiness depends on; default: the database. */
  checks?: Program['checks'];
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
  build: (foundation: Foundation & { database: Database }) => Promise<BuiltApp>,
): Promise<RunningProcess> {
  return startProcess(name, config, stopping, async (foundation) => {
    const store = await openServiceDatabase(name, config, migrationsDir, foundation);
    const { database } = store;
    const { app, jobs, checks, close } = await build({ ...foundation, database });
    const leadership = seekLeadership(store.options, `${name}-jobs`);
    return {
      app,
      jobs: [...ownJobs(jobs), ...ledJobs(jobs, leadership)],
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
