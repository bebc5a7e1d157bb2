import { httpUrl, port, secondarySecret, secret } from '@loci/runtime';
import { z } from 'zod';
import { telemetryVariables } from './telemetry-variables.ts';

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** Variables of every process of the distributed platform. */
export const processVariables = {
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address that PORT and ADMIN_PORT listen on. The image sets `0.0.0.0`.'),
  PORT: port.describe('Port for requests. The image sets `8080`.'),
  ADMIN_PORT: port.describe(
    'Port for health checks, Prometheus metrics and operator commands. Do not expose it. The image ' +
      'sets `9090`.',
  ),
  SHUTDOWN_DELAY_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(3)
    .default(0)
    .describe(
      'Seconds from SIGTERM until the process refuses connections, 0 to 3. Until then, it serves requests and ' +
        'reports not ready. Set it to the time that load balancers need to stop sending requests to a process. ' +
        'The manifests for Kubernetes set `3`.',
    ),
  LOG_LEVEL: z
    .enum(LOG_LEVELS)
    .default('info')
    .describe('Minimum level of log messages: `debug`, `info`, `warn`, `error` or `silent`.'),
  ...telemetryVariables,
};

/** Variables of processes with operator commands. */
export const commandVariables = {
  ADMIN_TOKEN: secret(16)
    .optional()
    .describe(
      'Bearer token of the operator commands `POST /commands/<name>` on ADMIN_PORT, at least 16 ' +
        'characters. If unset, commands are disabled.',
    ),
};

/** Variables of processes that send or receive requests between services. */
export const internalVariables = {
  INTERNAL_SECRET: secret(32).describe(
    'Secret that signs requests between services, at least 32 characters. Must be the same in all ' +
      'services.',
  ),
  INTERNAL_SECRET_SECONDARY: secondarySecret('INTERNAL_SECRET', 32),
};

/** Variable of processes with public pages that count the requests of each client network. */
export const networkRateLimit = z.coerce
  .number()
  .int()
  .min(0)
  .default(1_200)
  .describe('Maximum number of requests of a client network per minute and process. `0` disables the limit.');

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
      `Comma-separated roles of this process. ${roles.map((role) => ROLE_DESCRIPTIONS[role]).join(', ')}.`,
    ),
});

/** Variables of services with their own schema. */
export const databaseVariables = {
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// URL')
    .meta({ secret: true })
    .describe(
      'URL of the database on PostgreSQL 15 or newer, with the role `loci_<service>`. Add ' +
        '`?sslmode=verify-full` for TLS.',
    ),
  DATABASE_MAX_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(2)
    .max(500)
    .default(10)
    .describe('Maximum number of connections in the pool of this process, 2 to 500.'),
};

/** Schema of the URL of another service. */
export const peerUrl = (service: string) => httpUrl.describe(`Base URL of the ${service} service.`);

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
