export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export const OTLP_PROTOCOLS = ['http/protobuf', 'http/json'] as const;

/** Standard variables of OpenTelemetry. @see docs/observability.md#variables */
export interface TelemetryConfig {
  OTEL_SDK_DISABLED?: boolean | undefined;
  OTEL_SERVICE_NAME?: string | undefined;
  OTEL_RESOURCE_ATTRIBUTES?: Record<string, string> | undefined;
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_HEADERS?: { reveal(): string } | undefined;
  OTEL_EXPORTER_OTLP_PROTOCOL?: (typeof OTLP_PROTOCOLS)[number] | undefined;
  OTEL_TRACES_EXPORTER?: 'otlp' | 'none' | undefined;
  OTEL_TRACES_SAMPLER?: (typeof SAMPLERS)[number] | undefined;
  OTEL_TRACES_SAMPLER_ARG?: number | undefined;
  OTEL_PROPAGATORS?: 'tracecontext' | 'none' | undefined;
  OTEL_BSP_SCHEDULE_DELAY?: number | undefined;
  OTEL_BSP_MAX_QUEUE_SIZE?: number | undefined;
  OTEL_METRICS_EXPORTER?: 'otlp' | 'none' | undefined;
  OTEL_METRIC_EXPORT_INTERVAL?: number | undefined;
}

/** URLs to which a process exports. Null for a signal that is not exported. */
export interface OtlpUrls {
  traces: string | null;
  metrics: string | null;
}

/** Returns the URLs to which a process exports its traces and metrics. */
export function otlpUrls(config: TelemetryConfig): OtlpUrls {
  if (config.OTEL_SDK_DISABLED === true) return { traces: null, metrics: null };
  const base = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  const underBase = (path: string): string | null => (base === undefined ? null : `${base}${path}`);
  return {
    traces:
      config.OTEL_TRACES_EXPORTER === 'none'
        ? null
        : (config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? underBase('/v1/traces')),
    metrics:
      config.OTEL_METRICS_EXPORTER === 'none'
        ? null
        : (config.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT ?? underBase('/v1/metrics')),
  };
}
