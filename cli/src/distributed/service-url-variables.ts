import { z } from 'zod';
import { SCHEMA_NAMES } from '../database/platform-schemas.ts';
import type { SchemaName } from '../database/platform-schemas.ts';

const nameOf = (service: SchemaName): string => `${service.toUpperCase()}_DATABASE_URL`;

export const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// URL');

/** The DATABASE_URL of every service, for commands that work on all schemas. */
export const serviceUrlVariables: Record<string, z.ZodString> = Object.fromEntries(
  SCHEMA_NAMES.map((service) => [
    nameOf(service),
    postgresUrl.describe(`The DATABASE_URL of ${service}, as \`loci_${service}\`.`),
  ]),
);

/** By service. */
export const serviceUrls = (environment: object): Record<SchemaName, string> =>
  Object.fromEntries(
    SCHEMA_NAMES.map((service) => [service, (environment as Record<string, string>)[nameOf(service)]!]),
  ) as Record<SchemaName, string>;
