import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { TOPIC_OWNERS } from '@loci/events';
import type { ObjectStore } from '@loci/object-store';
import { createFolderObjectStore } from '@loci/object-store/embedded';
import { EVENTS_MIGRATIONS } from '@loci/messaging';
import { createEmbeddedEventTransport } from '@loci/messaging/embedded';
import type { EmbeddedEventTransport } from '@loci/messaging/embedded';
import { ensureDatabase, grantOutboxes, migrateServices, openDatabase, serviceRole } from '@loci/postgres';
import type { Database, ServiceSchema } from '@loci/postgres';
import type { ClaimedDataDir } from '@loci/postgres/embedded';
import type { Logger, Metrics } from '@loci/runtime';
import { supervisePostgres } from '@loci/postgres/embedded';
import { observeBatches, observeConnections, observeOperations } from '@loci/service-hosting';

/** Schema of a service and the size of its connection pool. */
export interface Schema extends Omit<ServiceSchema, 'rolePassword'> {
  /** Maximum number of connections in the pool. Each one takes about 5 MB of memory in PostgreSQL. */
  maxConnections: number;
}

export interface Stores {
  /** Databases by service name, plus `events` for the transport. */
  databases: Record<string, Database>;
  transport: EmbeddedEventTransport;
  objects: ObjectStore;
  close(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL and opens the stores of the standalone platform: one schema, role and connection pool
 * per service, the event transport that reads their outboxes, and the object store. Applies pending migrations and sets
 * new random passwords for the roles.
 */
export async function openStores(
  dataDir: ClaimedDataDir,
  schemas: readonly Schema[],
  { log, metrics }: { log: Logger; metrics: Metrics },
): Promise<Stores> {
  const postgres = await supervisePostgres(dataDir, log);
  const admin = await ensureDatabase(postgres.superuser, 'loci');
  const all: Schema[] = [
    ...schemas,
    { service: 'events', migrationsDir: EVENTS_MIGRATIONS, maxConnections: 6 },
  ];
  const passwords = new Map(all.map(({ service }) => [service, randomBytes(24).toString('base64url')]));
  await migrateServices(
    admin,
    all.map((schema) => ({ ...schema, rolePassword: passwords.get(schema.service)! })),
  );
  await grantOutboxes(
    admin,
    'events',
    [...new Set(Object.values(TOPIC_OWNERS))].filter((owner) => passwords.has(owner)),
  );

  const databases = Object.fromEntries(
    all.map(({ service, maxConnections }) => [
      service,
      openDatabase({
        ...admin,
        user: serviceRole(service),
        password: passwords.get(service)!,
        maxConnections,
        applicationName: `loci-${service}`,
        onRelease: observeConnections(metrics, service),
        onStatement: observeOperations(metrics, 'postgresql'),
      }),
    ]),
  );
  const transport = createEmbeddedEventTransport({
    database: databases['events']!,
    owners: TOPIC_OWNERS,
    log,
    onDeadLetter: (group) => metrics.deadLetters.inc({ group }),
    onProcessed: observeBatches(metrics),
  });
  const objects = await createFolderObjectStore({ directory: join(dataDir.path, 'objects') });
  return {
    databases,
    transport,
    objects,
    close: async () => {
      await Promise.all(Object.values(databases).map((database) => database.close()));
      await objects.close();
      await postgres.stop();
    },
  };
}
