import type { RequestListener } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { withTimeout } from '@loci/async';
import { createLogger, createMetrics } from '@loci/runtime';
import type { Logger, Metrics, Secret } from '@loci/runtime';
import { startTelemetry } from '@loci/telemetry';
import type { TelemetryConfig } from '@loci/telemetry';
import type { RequestHandler } from 'express';
import { createAdminApp } from './admin-app.ts';
import type { Commands, Health } from './admin-app.ts';
import { startJobs } from './job.ts';
import type { Job } from './job.ts';
import { createReadiness } from './readiness.ts';
import type { ReadinessCheck } from './readiness.ts';
import { listen } from './http-server.ts';

export interface ProcessConfig extends TelemetryConfig {
  HOST: string;
  PORT: number;
  ADMIN_PORT: number;
  SHUTDOWN_DELAY_SECONDS: number;
  LOG_LEVEL: Parameters<typeof createLogger>[0]['level'];
  ADMIN_TOKEN?: Secret | undefined;
}

/** Resources of a process that exist before its parts are created. */
export interface ProcessContext {
  log: Logger;
  metrics: Metrics;
  /** Source of `/health/ready` on ADMIN_PORT. */
  readiness: Health;
  /** Signal that is aborted when the process must stop during its startup. */
  stopping: AbortSignal;
}

/** The parts of a process. */
export interface ProcessDefinition {
  /** Request handler of the server on PORT. Null for a process that serves no requests. */
  app: RequestListener | null;
  jobs: readonly Job[];
  /** Readiness checks by the name that `/health/ready` shows for a failed check. */
  checks: Record<string, ReadinessCheck>;
  commands: Commands['run'];
  /** Serves the paths under `/admin` on ADMIN_PORT. It must check the admin token itself. */
  adminApi?: RequestHandler | undefined;
  /** Updates gauges before each scrape of the metrics. */
  beforeScrape?(): Promise<void>;
  /** Closes consumers and stores. Called after requests and jobs have ended. */
  close(): Promise<void>;
}

export interface RunningProcess {
  /**
   * Serves requests for `SHUTDOWN_DELAY_SECONDS` while the process reports not ready. Then waits for open requests, and
   * stops jobs, consumers and stores.
   */
  stop(): Promise<void>;
}

const DRAIN_TIMEOUT_MS = 5_000;
/** Must be below the scrape timeout of Prometheus, which is 10 seconds by default. */
const SCRAPE_TIMEOUT_MS = 5_000;

/**
 * Starts a process of the platform. ADMIN_PORT is served before `build` is called, so that a process that
 * waits for a dependency reports not ready instead of being restarted.
 *
 * @param build creates the parts of the process; may wait until the dependencies of the process are available
 */
export async function startProcess(
  name: string,
  config: ProcessConfig,
  stopping: AbortSignal,
  build: (context: ProcessContext) => Promise<ProcessDefinition>,
): Promise<RunningProcess> {
  const log = createLogger({ service: name, level: config.LOG_LEVEL });
  const metrics = createMetrics(name);
  const readiness = createReadiness();
  const commands: Commands['run'] = {};
  let adminApi: RequestHandler = (_request, _response, next) => next();
  let beforeScrape: () => Promise<void> = () => Promise.resolve();
  /** Updates the gauges with a timeout, so that metrics stay available while a store is unavailable. */
  const beforeScrapeWithTimeout = (): Promise<void> =>
    withTimeout(
      beforeScrape().catch(() => undefined),
      SCRAPE_TIMEOUT_MS,
      () => undefined,
    );
  const telemetry = await startTelemetry(config, {
    serviceName: `loci-${name}`,
    log,
    collect: () => beforeScrapeWithTimeout().then(metrics.collect),
  });
  const adminServer = await listen(
    createAdminApp({
      metrics,
      health: readiness,
      beforeScrape: beforeScrapeWithTimeout,
      commands: { adminToken: config.ADMIN_TOKEN, run: commands },
      adminApi: (request, response, next) => adminApi(request, response, next),
      log,
    }),
    { host: config.HOST, port: config.ADMIN_PORT, portVariable: 'ADMIN_PORT' },
  );
  const definition = await build({ log, metrics, readiness, stopping });
  Object.assign(commands, definition.commands);
  beforeScrape = definition.beforeScrape ?? beforeScrape;
  adminApi = definition.adminApi ?? adminApi;
  const server =
    definition.app &&
    (await listen(definition.app, { host: config.HOST, port: config.PORT, portVariable: 'PORT' }));
  const jobs = startJobs(definition.jobs, log);
  readiness.begin(definition.checks);
  log.info({ port: server?.port, admin_port: adminServer.port }, 'Process is ready');
  return {
    stop: async () => {
      readiness.drain();
      if (server) {
        server.drain();
        await delay(config.SHUTDOWN_DELAY_SECONDS * 1_000);
        await server.close(DRAIN_TIMEOUT_MS);
      }
      await jobs.stop();
      await definition.close();
      await adminServer.close(DRAIN_TIMEOUT_MS);
      await telemetry.stop();
    },
  };
}
