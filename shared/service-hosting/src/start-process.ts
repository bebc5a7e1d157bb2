import type { RequestListener } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createLogger, createMetrics } from '@loci/runtime';
import { listen, createAdminApp, startJobs, createReadiness } from '@loci/service-hosting';
import type { Logger, Metrics, Secret } from '@loci/runtime';
import type { ReadinessCheck, Commands, Health, Job } from '@loci/service-hosting';

export interface ProcessConfig {
  HOST: string;
  PORT: number;
  ADMIN_PORT: number;
  LOG_LEVEL: Parameters<typeof createLogger>[0]['level'];
  ADMIN_TOKEN?: Secret | undefined;
}

/** What is there before anything else of a process. */
export interface ProcessContext {
  log: Logger;
  metrics: Metrics;
  /** What `/health/ready` of the operators' port answers by. */
  readiness: Health;
  /** Aborted when the process is to end while it starts. */
  stopping: AbortSignal;
}

/** What runs in a process. */
export interface ProcessDefinition {
  /** Null for one that answers no requests. */
  app: RequestListener | null;
  /** Those that this process is to run now; asked before each run of a job. */
  jobs: readonly Job[];
  /** What readiness depends on, by the name that is shown while it is missing. */
  checks: Record<string, ReadinessCheck>;
  commands: Commands['run'];
  /** Brings gauges up to date. */
  beforeScrape?(): Promise<void>;
  /** Ends consumers and stores; requests and jobs have ended. */
  close(): Promise<void>;
}

export interface RunningProcess {
  /** Drains, then ends jobs, consumers and stores. */
  stop(): Promise<void>;
}

const DRAIN_MS = 5_000;
const SCRAPE_TIMEOUT_MS = 1_000;

/**
 * Runs one part of the platform as a process: its port, and the port for operators, which answers from the beginning
 * so that waiting for a store is seen as not ready, not as dead.
 */
export async function startProcess(
  name: string,
  config: ProcessConfig,
  stopping: AbortSignal,
  build: (foundation: ProcessContext) => Promise<ProcessDefinition>,
): Promise<RunningProcess> {
  const log = createLogger({ service: name, level: config.LOG_LEVEL });
  const metrics = createMetrics(name);
  const readiness = createReadiness();
  const commands: Commands['run'] = {};
  let beforeScrape: () => Promise<void> = () => Promise.resolve();
  const operations = await listen(
    createAdminApp(metrics, readiness, () => inTime(beforeScrape()), {
      adminToken: config.ADMIN_TOKEN,
      run: commands,
    }),
    { host: config.HOST, port: config.ADMIN_PORT, portVariable: 'ADMIN_PORT' },
  );
  const program = await build({ log, metrics, readiness, stopping });
  Object.assign(commands, program.commands);
  beforeScrape = program.beforeScrape ?? beforeScrape;
  const server =
    program.app &&
    (await listen(program.app, { host: config.HOST, port: config.PORT, portVariable: 'PORT' }));
  const jobs = startJobs(program.jobs, log);
  readiness.begin(program.checks);
  log.info({ port: server?.port, metrics_port: operations.port }, 'ready');
  return {
    stop: async () => {
      readiness.drain();
      await server?.close(DRAIN_MS);
      await jobs.stop();
      await program.close();
      await operations.close(DRAIN_MS);
    },
  };
}

/** While a store is gone or hangs, the other metrics are needed most. */
const inTime = (work: Promise<void>): Promise<void> =>
  Promise.race([work.catch(() => undefined), delay(SCRAPE_TIMEOUT_MS, undefined, { ref: false })]);
