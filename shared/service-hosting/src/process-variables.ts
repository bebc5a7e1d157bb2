import { httpUrl, port, secret } from '@loci/runtime';
import { z } from 'zod';

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** Variables of every process of the distributed platform. */
export const processVariables = {
  HOST: z.string().default('127.0.0.1').describe('Address to listen on. The images set `0.0.0.0`.'),
  PORT: port.describe('Port to listen on.'),
  ADMIN_PORT: port.describe('Port for health, Prometheus metrics and commands. Do not expose it.'),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info').describe('Lowest level that is logged.'),
};

/** Variables of processes with operator commands. */
export const commandVariables = {
  ADMIN_TOKEN: secret(16)
    .optional()
    .describe('Bearer token of `POST /commands/<name>` on ADMIN_PORT. Without it, commands are disabled.'),
};

/** Variables of processes that send or receive requests between services. */
export const internalVariables = {
  INTERNAL_SECRET: secret(32).describe('Signs requests between services. The same for all services.'),
};

export type Role = 'api' | 'consumers' | 'relay';

const ROLE_DESCRIPTIONS: Record<Role, string> = {
  api: '`api` serves requests',
  consumers: '`consumers` handles events and runs jobs',
  relay: '`relay` publishes the outbox',
};

/** Variables of services whose work can be split between processes of different roles. */
export const roleVariables = (...roles: readonly [Role, ...Role[]]) => ({
  ROLES: z
    .string()
    .default(roles.join(','))
    .transform((text) => text.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(roles)).min(1))
    .transform((chosen): ReadonlySet<Role> => new Set(chosen))
    .describe(
      `Comma-separated roles of this process: ${roles.map((role) => ROLE_DESCRIPTIONS[role]).join(', ')}.`,
    ),
});

/** Variables of services with their own schema. */
export const databaseVariables = {
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// URL')
    .describe('URL of PostgreSQL 15 or newer, with the role of this service, `loci_<service>`.'),
  DATABASE_MAX_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(2)
    .max(500)
    .default(10)
    .describe('Maximum number of connections of this process.'),
};

/** Schema of the URL of another service. */
export const peerUrl = (service: string) => httpUrl.describe(`URL of the ${service} service.`);

/**
 * Adds an issue for each variable of `required` that is unset, if at least one variable of `given` is set.
 * @param why message of the issues
 */
export function requireTogether(
  environment: Record<string, unknown>,
  context: z.RefinementCtx,
  { given, required, why }: { given: readonly string[]; required: readonly string[]; why: string },
): void {
  if (given.every((name) => environment[name] === undefined)) return;
  for (const name of required) {
    if (environment[name] === undefined) context.addIssue({ code: 'custom', path: [name], message: why });
  }
}
