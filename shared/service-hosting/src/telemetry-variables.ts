import { httpUrl, secret } from '@loci/runtime';
import { OTLP_PROTOCOLS, SAMPLERS } from '@loci/telemetry';
import { z } from 'zod';

const milliseconds = z.coerce.number().int().min(1);

/** Parses pairs as in the header `baggage`: `key=value`, separated by commas, with percent-encoded values. */
function parsePairs(text: string, context: z.RefinementCtx<string>): Record<string, string> {
  const pairs = text
    .split(',')
    .filter((pair) => pair.trim() !== '')
    .map((pair): [string, string] => {
      const [key = '', ...value] = pair.split('=');
      return [key.trim(), value.join('=').trim()];
    });
  try {
    if (pairs.every(([key]) => key !== '')) {
      return Object.fromEntries(pairs.map(([key, value]) => [key, decodeURIComponent(value)]));
    }
  } catch {
    // `decodeURIComponent` throws for a malformed value.
  }
  context.addIssue({ code: 'custom', message: 'must be key=value pairs, separated by commas' });
  return z.NEVER;
}

/**
 * Standard variables of OpenTelemetry, for every process.
 *
 * @see docs/observability.md#variables
 */
export const telemetryVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl
    .optional()
    .describe(
      'Base URL of an OpenTelemetry collector, such as `http://collector:4318`, to which the process sends traces and ' +
        'metrics. If unset, nothing is sent. See [Observability](observability.md).',
    ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl
    .optional()
    .describe('URL for traces. Defaults to `<OTEL_EXPORTER_OTLP_ENDPOINT>/v1/traces`.'),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: httpUrl
    .optional()
    .describe('URL for metrics. Defaults to `<OTEL_EXPORTER_OTLP_ENDPOINT>/v1/metrics`.'),
  OTEL_EXPORTER_OTLP_HEADERS: secret(1)
    .optional()
    .describe('Headers for the collector as comma-separated `key=value`, for example for authentication.'),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(OTLP_PROTOCOLS)
    .default('http/protobuf')
    .describe('Encoding of the exports over HTTP: `http/protobuf` or `http/json`. gRPC is not supported.'),
  OTEL_SERVICE_NAME: z
    .string()
    .max(255)
    .optional()
    .describe('Name of the process in traces and metrics. Defaults to `loci-<service>`.'),
  OTEL_RESOURCE_ATTRIBUTES: z
    .string()
    .transform(parsePairs)
    .optional()
    .describe(
      'Further attributes of the process as comma-separated `key=value`, such as `deployment.environment.name=production`.',
    ),
  OTEL_TRACES_EXPORTER: z
    .enum(['otlp', 'none'])
    .default('otlp')
    .describe('`none` turns traces off while metrics are sent.'),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS)
    .default('parentbased_always_on')
    .describe(
      'Sampler: `always_on`, `always_off`, `traceidratio`, or one of these with the prefix `parentbased_`, which follows ' +
        'the decision of the process that started the trace. The sampler also decides about traces of clients.',
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Share of traces that the samplers with `traceidratio` record, 0 to 1.'),
  OTEL_PROPAGATORS: z
    .enum(['tracecontext', 'none'])
    .default('tracecontext')
    .describe('`none` ignores the header `traceparent` of clients.'),
  OTEL_BSP_SCHEDULE_DELAY: milliseconds.default(5_000).describe('Milliseconds between two exports of spans.'),
  OTEL_BSP_MAX_QUEUE_SIZE: z.coerce
    .number()
    .int()
    .min(1)
    .default(2_048)
    .describe('Maximum number of spans that wait for the export. Further spans are dropped.'),
  OTEL_METRICS_EXPORTER: z
    .enum(['otlp', 'none'])
    .default('otlp')
    .describe('`none` turns the export of metrics off. `/metrics` is always served.'),
  OTEL_METRIC_EXPORT_INTERVAL: milliseconds
    .default(60_000)
    .describe('Milliseconds between two exports of metrics.'),
  OTEL_SDK_DISABLED: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true')
    .describe('`true` turns all exports off.'),
};
