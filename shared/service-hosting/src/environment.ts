import { httpUrl, port, secret } from '@loci/runtime';
import { z } from 'zod';

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** What every process of the distributed platform is told. */
export const processVariables = {
  HOST: z.string().default('127.0.0.1').describe('Address to listen on; images set 0.0.0.0.'),
  PORT: port.describe('Where it listens.'),
  ADMIN_PORT: port.describe('Prometheus metrics, health and commands; keep it inside the cluster.'),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info').describe('Least level that is logged.'),
};

/** For processes that operators give commands. */
export const commandVariables = {
  ADMIN_TOKEN: secret(16)
    .optional()
    .describe('Opens `POST /commands/<name>` on ADMIN_PORT; unset: no commands.'),
};

/** For processes that ask other services or are asked by them. */
export const internalVariables = {
  INTERNAL_SECRET: secret(32).describe('Signs what services tell each other; the same for all of them.'),
};

export type Role = 'api' | 'consumers' | 'relay';

const WHAT_IT_DOES: Record<Role, string> = {
  api: '`api` answers requests',
  consumers: '`consumers` handles events and runs jobs',
  relay: '`relay` publishes the outbox',
};

/** For services whose work can be split: the same program as an API and as workers. */
export const roleVariables = (...roles: readonly [Role, ...Role[]]) => ({
  ROLES: z
    .string()
    .default(roles.join(','))
    .transform((text) => text.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(roles)).min(1))
    .transform((chosen): ReadonlySet<Role> => new Set(chosen))
    .describe(`What this process does: ${roles.map((role) => WHAT_IT_DOES[role]).join(', ')}.`),
});

/** For services with a schema of their own. */
export const databaseVariables = {
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// URL')
    .describe('PostgreSQL 15 or newer, as the role of this service: `loci_<service>`.'),
  DATABASE_MAX_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(2)
    .max(500)
    .default(10)
    .describe('Connections of this process at most.'),
};

/** Where another service is reached. */
export const peerUrl = (service: string) => httpUrl.describe(`The ${service} service.`);

/** An issue for each of `required` that is unset although one of `given` is set. */
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
