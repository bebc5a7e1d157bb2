import type { ServiceClient } from '@loci/contracts';
import { httpClient } from '@loci/http';
import { createOutbox } from '@loci/messaging';
import type { Outbox } from '@loci/messaging';
import { createKafkaEventProgress } from '@loci/messaging/kafka';
import { electLeader } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { secretsOf } from '@loci/runtime';
import type { Secret } from '@loci/runtime';
import { leaderJobs, localJobs } from './assign-jobs.ts';
import { openServiceDatabase } from './open-service-database.ts';
import type { DatabaseConfig } from './open-service-database.ts';
import { openServiceEvents } from './open-service-events.ts';
import type { EventsConfig } from './open-service-events.ts';
import { withPositions } from './position-routes.ts';
import type { Role } from './process-variables.ts';
import { createServiceApp } from './service-app.ts';
import type { Service } from './service.ts';
import { startProcess } from './start-process.ts';
import type { ProcessContext, ProcessConfig, ProcessDefinition, RunningProcess } from './start-process.ts';

/** Resources from which `adapters.ts` of a service creates its adapters. */
export interface ServiceContext extends ProcessContext {
  /** Database with the role of the service. All migrations are applied. */
  database: Database;
  outbox: Outbox;
  /** Creates a client of another service. */
  connect(baseUrl: string): ServiceClient;
  /** Reports the number of items per index whose revision differed from the revision in PostgreSQL. */
  onDrift(drift: Record<string, number>): void;
}

/** A service with its adapters. */
export interface ServiceDefinition {
  service: Service;
  commands?: ProcessDefinition['commands'];
  /** Closes the adapters that `service.close` does not close. */
  close?(): Promise<void>;
}

export interface ServiceConfig extends ProcessConfig, DatabaseConfig, EventsConfig {
  ROLES: ReadonlySet<Role>;
  INTERNAL_SECRET: Secret;
  INTERNAL_SECRET_SECONDARY?: Secret | undefined;
}

/**
 * Starts a process of a service with a database and events. The roles in its configuration select the work of
 * the process.
 */
export function startService(
  { name, migrationsDir, config }: { name: string; migrationsDir: URL; config: ServiceConfig },
  stopping: AbortSignal,
  build: (context: ServiceContext) => Promise<ServiceDefinition>,
): Promise<RunningProcess> {
  const { ROLES: roles, INTERNAL_SECRET: secret } = config;
  const secrets = secretsOf(secret, config.INTERNAL_SECRET_SECONDARY);
  return startProcess(name, config, stopping, async (context) => {
    const { log, metrics } = context;
    const serviceDatabase = await openServiceDatabase(name, config, migrationsDir, context);
    const { database } = serviceDatabase;
    const events = openServiceEvents({ ...context, name, database, config });
    const { service, commands, close } = await build({
      ...context,
      database,
      outbox: createOutbox({ service: name, onCommitted: events.wake }),
      connect: (baseUrl) => httpClient({ baseUrl, secret: secret.reveal() }),
      onDrift: (drift) => {
        for (const [index, items] of Object.entries(drift)) metrics.indexDrift.set({ index }, items);
      },
    });
    const progress = createKafkaEventProgress({ database, consumers: service.consumers });
    const routes = withPositions(service.routes, { service: name, database, progress });
    const runsConsumers = roles.has('consumers');
    await events.start(runsConsumers ? service.consumers : []);
    const election = runsConsumers ? electLeader(serviceDatabase.options, `${name}-jobs`) : null;
    return {
      app: roles.has('api') ? createServiceApp(routes, { secrets, log, metrics }) : null,
      jobs: [
        ...localJobs(service.jobs, { runsConsumers }),
        ...(election ? leaderJobs(service.jobs, election) : []),
      ],
      checks: { database: serviceDatabase.check },
      commands: { ...commands, ...events.commands },
      beforeScrape: async () => {
        serviceDatabase.updateMetrics();
        await events.updateMetrics();
      },
      close: async () => {
        await election?.close();
        await events.close();
        await service.close();
        await close?.();
        await database.close();
      },
    };
  });
}
