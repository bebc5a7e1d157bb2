import { z } from 'zod';
import { SCHEMA_NAMES } from './schema-names.ts';
import type { SchemaName } from './schema-names.ts';

const variableOf = (schema: SchemaName): string => `${schema.toUpperCase()}_DATABASE_URL`;

/** Schema of a database URL. It is a secret, because it can contain a password. */
export const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// URL')
  .meta({ secret: true });

/** Variables with the database URL of every schema, for example `MEMORY_DATABASE_URL`. */
export const databaseUrlVariables: Record<string, z.ZodString> = Object.fromEntries(
  SCHEMA_NAMES.map((schema) => [
    variableOf(schema),
    postgresUrl.describe(`DATABASE_URL for the schema \`${schema}\`, with the role \`loci_${schema}\`.`),
  ]),
);

/** Returns the database URLs of a validated environment, by schema. */
export const databaseUrls = (environment: object): Record<SchemaName, string> =>
  Object.fromEntries(
    SCHEMA_NAMES.map((schema) => [schema, (environment as Record<string, string>)[variableOf(schema)]!]),
  ) as Record<SchemaName, string>;
