import { z } from 'zod';
import { databaseUrlVariables, databaseUrls, postgresUrl } from './database-url-variables.ts';

/** Environment of `npm run db:migrate`. */
export const environmentSchema = z
  .object({
    DATABASE_ADMIN_URL: postgresUrl.describe(
      'Database of the platform, with a role that may create roles and schemas. A missing database is created. The command sets the passwords of the URLs below on their roles. A role whose URL has no password must already exist.',
    ),
    ...databaseUrlVariables,
  })
  .transform((environment) => ({
    adminUrl: environment.DATABASE_ADMIN_URL as string,
    urls: databaseUrls(environment),
  }));
