import { z } from 'zod';
import { postgresUrl, serviceUrlVariables, serviceUrls } from '../distributed/service-url-variables.ts';

/** The environment of the command that creates roles, schemas and tables. */
export const environmentSchema = z
  .object({
    DATABASE_ADMIN_URL: postgresUrl.describe(
      'A role that may create roles and schemas, and the database of the platform, which is made when it is missing. The passwords of the URLs below become those of the roles; a URL without one says that the role exists.',
    ),
    ...serviceUrlVariables,
  })
  .transform((environment) => ({
    adminUrl: environment.DATABASE_ADMIN_URL as string,
    urls: serviceUrls(environment),
  }));
