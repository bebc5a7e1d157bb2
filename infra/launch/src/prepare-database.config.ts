import { z } from 'zod';
import { SCHEMA_NAMES } from './platform-schemas.ts';
import type { SchemaName } from './platform-schemas.ts';

const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// URL');

const urlVariable = (service: SchemaName): string => `${service.toUpperCase()}_DATABASE_URL`;

/** The environment of the command that creates roles, schemas and tables. */
export const environmentSchema = z
  .object({
    DATABASE_ADMIN_URL: postgresUrl.describe(
      'A role that may create roles and schemas, and the database of the platform, which is made when it is missing.',
    ),
    ...Object.fromEntries(
      SCHEMA_NAMES.map((service) => [
        urlVariable(service),
        postgresUrl.describe(
          `The DATABASE_URL of ${service}, as \`loci_${service}\`: its password becomes the role's; without one the role must exist.`,
        ),
      ]),
    ),
  })
  .transform((environment) => ({
    adminUrl: environment.DATABASE_ADMIN_URL as string,
    urls: Object.fromEntries(
      SCHEMA_NAMES.map((service) => [
        service,
        (environment as Record<string, string>)[urlVariable(service)]!,
      ]),
    ) as Record<SchemaName, string>,
  }));
