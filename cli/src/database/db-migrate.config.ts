import { z } from 'zod';
import { databaseUrlVariables, databaseUrls, postgresUrl } from './database-url-variables.ts';

/** Environment variables of `npm run db:migrate`. */
export const environmentSchema = z
  .object({
    DATABASE_ADMIN_URL: postgresUrl.describe(
      'URL of the database of the platform, with a role that may create roles, schemas and databases. The database ' +
        'is created if it does not exist. For each URL below, the command sets the password of the role to ' +
        'the password in the URL. If a URL has no password, its role must already exist.',
    ),
    ...databaseUrlVariables,
    RESET_KAFKA_OFFSETS: z
      .stringbool()
      .default(false)
      .describe(
        '`true` deletes the Kafka offsets that the services store in PostgreSQL. Set it for one run if the event topics ' +
          'were [replaced](distributed.md#reset-the-kafka-offsets) or the database was [restored](recovery.md). No ' +
          'process with the role `relay` or `consumers` may run.',
      ),
  })
  .transform((environment) => ({
    adminUrl: environment.DATABASE_ADMIN_URL as string,
    urls: databaseUrls(environment),
    resetKafkaOffsets: environment.RESET_KAFKA_OFFSETS as boolean,
  }));
