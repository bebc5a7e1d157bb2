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
  })
  .transform((environment) => ({
    adminUrl: environment.DATABASE_ADMIN_URL as string,
    urls: databaseUrls(environment),
  }));
