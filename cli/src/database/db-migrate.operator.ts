import { databaseOptionsFromUrl } from '@loci/postgres';
import { loadConfig } from '@loci/runtime';
import { environmentSchema } from './db-migrate.config.ts';
import { deleteKafkaOffsets } from './event-positions.ts';
import { migratePlatformDatabase } from './migrate-platform-database.ts';
import type { SchemaName } from './schema-names.ts';

export interface DbMigrateResult {
  schemas: SchemaName[];
  /** Pending events of a restored database that were prepared for publishing. */
  preparedEvents: number;
  /** True if the stored Kafka offsets were deleted. */
  kafkaOffsetsReset: boolean;
}

/**
 * Prepares the database that environment variables describe.
 *
 * @throws ConfigError if a variable is missing or invalid
 * @see docs/configuration.md
 */
export async function runDbMigrate(environment: NodeJS.ProcessEnv): Promise<DbMigrateResult> {
  const { adminUrl, urls, resetKafkaOffsets } = loadConfig(environmentSchema, environment);
  const preparedEvents = await migratePlatformDatabase(adminUrl, urls);
  if (resetKafkaOffsets) await deleteKafkaOffsets(databaseOptionsFromUrl(adminUrl));
  return { schemas: Object.keys(urls) as SchemaName[], preparedEvents, kafkaOffsetsReset: resetKafkaOffsets };
}

/** Returns the lines that the command prints. */
export const describeDbMigrate = ({
  schemas,
  preparedEvents,
  kafkaOffsetsReset,
}: DbMigrateResult): string[] => [
  `Prepared the database for the services ${schemas.join(', ')}.`,
  ...(preparedEvents > 0 ? [`Prepared ${preparedEvents} pending events of the restored database.`] : []),
  ...(kafkaOffsetsReset ? ['Deleted the stored Kafka offsets.'] : []),
];
