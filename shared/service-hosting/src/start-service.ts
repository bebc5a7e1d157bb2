import { httpClient } from '@loci/http';
import type { ServiceClient } from '@loci/contracts';
import { createOutbox } from '@loci/messaging';
import type { Outbox } from '@loci/messaging';
import { electLeader } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import type { Secret } from '@loci/runtime';
import type { Service } from '@loci/service-hosting';
import { leaderJobs, localJobs } from './assign-jobs.ts';
import type { Role } from './environment.ts';
import { openEvents } from './open-events.ts';
import type { EventsConfig } from './open-events.ts';
import { openServiceDatabase } from './open-service-database.ts';
import type { DatabaseConfig } from './open-service-database.ts';
import { createServiceApp } from './service-app.ts';
import { startProcess } from './start-process.ts';
import type { ProcessContext, ProcessConfig, ProcessDefinition, RunningProcess } from './start-process.ts';

/** What `adapters.ts` of a service builds its ports from. */
export interface ServiceContext extends ProcessContext {
  /** As the role of the service; its migrations are applied. */
  database: Database;
  outbox: Outbox;
  /** A client of the service at this address. */
  connect(baseUrl: string): ServiceClient;
  /** Reports items whose revision differed, by index. */
  onDrift(drift: Record<string, number>): void;
}

/** A service on its adapters. */
export interface ServiceDefinition {
  service: Service;
  commands?: ProcessDefinition['commands'];
  /** Closes the adapters that the service does not close itself. */
  close?(): Promise<void>;
}

export interface ServiceConfig extends ProcessConfig, DatabaseConfig, EventsConfig {
  ROLES: ReadonlySet<Role>;
  INTERNAL_SECRET: Secret;
}

/** Runs a service with a database and events as a process of its own, in the roles that it is given. */
export function startService(
  { name, migrationsDir, config }: { name: string; migrationsDir: URL; config: ServiceConfig },
  stopping: AbortSignal,
  build: (foundation: ServiceContext) => Promise<ServiceDefinition>,
): Promise<RunningProcess> {
  const { ROLES: roles, INTERNAL_SECRET: secret } = config;
  return startProcess(name, config, stopping, async (foundation) => {
    const { log, metrics } = foundation;
    const store = await openServiceDatabase(name, config, migrationsDir, foundation);
    const { database } = store;
    const events = openEvents({ ...foundation, name, database, config });
    const { service, commands, close } = await build({
      ...foundation,
      database,
      outbox: createOutbox({ onCommitted: events.wake }),
      connect: (baseUrl) => httpClient({ baseUrl, secret: secret.reveal() }),
      onDrift: (drift) => {
        for (const [index, items] of Object.entries(drift)) metrics.indexDrift.set({ index }, items);
      },
    });
    const consumes = roles.has('consumers');
    await events.start(consumes ? service.consumers : []);
    const leadership = consumes ? electLeader(store.options, `${name}-jobs`) : null;
    return {
      app: roles.has('api') ? createServiceApp(service.routes, { secret, log }) : null,
      jobs: [...localJobs(service.jobs), ...(leadership ? leaderJobs(service.jobs, leadership) : [])],
      checks: { database: store.check },
      commands: { ...commands, ...events.commands },
      beforeScrape: async () => {
        store.report();
        await events.report();
      },
      close: async () => {
        await leadership?.close();
        await events.close();
        await service.close();
        await close?.();
        await database.close();
      },
    };
  });
}
