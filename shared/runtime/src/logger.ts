import { activeTraceContext } from '@loci/telemetry';
import { pino } from 'pino';
import type { Logger } from 'pino';

export type { Logger } from 'pino';

export interface LoggerOptions {
  service: string;
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

/**
 * Creates a logger that writes JSON lines to standard output. Replaces the values of fields for secrets,
 * such as `password`, by `[secret]`. Callers must not log content of tenants. While a span is active, each line has
 * `trace_id` and `span_id`.
 *
 * @see docs/security-model.md#secrets
 */
export function createLogger({ service, level }: LoggerOptions): Logger {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    mixin: traceFields,
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

/** Returns the IDs of the active span, in the names that OpenTelemetry defines for logs. */
function traceFields(): object {
  const context = activeTraceContext();
  return context === null ? {} : { trace_id: context.traceId, span_id: context.spanId };
}

/** Returns name, code, message and stack of an error and its causes. Other fields of driver errors can quote rows. */
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
