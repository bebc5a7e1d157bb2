import { pino } from 'pino';
import type { Logger } from 'pino';

export type { Logger } from 'pino';

export interface LoggerOptions {
  service: string;
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

/**
 * Structured logs on standard output. What people stored and what opens doors never gets in: secrets are
 * removed by name here, and no call hands over content.
 */
export function createLogger({ service, level }: LoggerOptions): Logger {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: [
        'authorization',
        'api_key',
        'access_token',
        'refresh_token',
        'password',
        'secret',
        '*.authorization',
        '*.password',
      ],
      censor: '[secret]',
    },
    serializers: { err: describeError },
  });
}

/** Name, code, message and stack of an error and its causes; never a driver's `detail` or parameters, which quote rows. */
function describeError(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return { message: String(error) };
  const { name, code, message, stack, cause } = error as Error & { code?: unknown };
  return {
    name,
    code,
    message,
    stack,
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}
