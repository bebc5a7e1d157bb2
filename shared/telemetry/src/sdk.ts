import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resourceFromAttributes } from '@opentelemetry/resources';
import type { Resource } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Sampler, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace';
import { boundarySampler } from './boundary-sampler.ts';
import { createOtelTracing } from './otel-tracing.ts';
import { reportFailures } from './report-failures.ts';
import type { TelemetryLog } from './report-failures.ts';
import type { TelemetryConfig } from './telemetry-config.ts';
import type { Tracing } from './tracing.ts';

export interface SdkTracing {
  tracing: Tracing;
  /** Exports the remaining spans. */
  shutdown(): Promise<void>;
}

export interface SdkOptions {
  /** Default of OTEL_SERVICE_NAME. */
  serviceName: string;
  log: TelemetryLog;
}

/** Maximum number of spans in an export. */
const DEFAULT_BATCH_SIZE = 512;

/** Distinguishes processes of the same service. */
const INSTANCE_ID = randomUUID();

/** All packages of the repository have the same version. */
const { version: VERSION } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string };

/** Starts the export of traces to a URL. */
export async function startTraces(
  config: TelemetryConfig,
  url: string,
  options: SdkOptions,
): Promise<SdkTracing> {
  const exporter = await createExporter(config, url);
  const processor = new BatchSpanProcessor({
    exporter: reportFailures(exporter, 'Trace export failed', options.log),
    ...(config.OTEL_BSP_SCHEDULE_DELAY !== undefined && {
      scheduledDelayMillis: config.OTEL_BSP_SCHEDULE_DELAY,
    }),
    ...(config.OTEL_BSP_MAX_QUEUE_SIZE !== undefined && {
      maxQueueSize: config.OTEL_BSP_MAX_QUEUE_SIZE,
      maxExportBatchSize: Math.min(DEFAULT_BATCH_SIZE, config.OTEL_BSP_MAX_QUEUE_SIZE),
    }),
  });
  return createTraces(config, processor, options);
}

/** Creates traces whose spans a processor receives. */
export function createTraces(
  config: TelemetryConfig,
  processor: SpanProcessor,
  options: Pick<SdkOptions, 'serviceName'>,
): SdkTracing {
  const ids = new RandomIdGenerator();
  const provider = new TracerProvider({
    resource: createResource(config, options),
    idGenerator: ids,
    sampler: boundarySampler(createSampler(config), ids),
    spanProcessors: [processor],
  });
  return {
    tracing: createOtelTracing(provider.getTracer('loci', VERSION), {
      continuesClientTraces: config.OTEL_PROPAGATORS !== 'none',
    }),
    shutdown: () => provider.shutdown(),
  };
}

/** Returns the attributes that describe this process. */
export function createResource(
  config: TelemetryConfig,
  { serviceName }: Pick<SdkOptions, 'serviceName'>,
): Resource {
  return resourceFromAttributes({
    'service.namespace': 'loci',
    'service.version': VERSION,
    'service.instance.id': INSTANCE_ID,
    ...config.OTEL_RESOURCE_ATTRIBUTES,
    'service.name':
      config.OTEL_SERVICE_NAME ?? config.OTEL_RESOURCE_ATTRIBUTES?.['service.name'] ?? serviceName,
  });
}

/** Parses `key=value` pairs, separated by commas, with percent-encoded values. */
export function otlpHeaders({
  OTEL_EXPORTER_OTLP_HEADERS: headers,
}: TelemetryConfig): Record<string, string> {
  const pairs = (headers?.reveal() ?? '').split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
    }),
  );
}

async function createExporter(config: TelemetryConfig, url: string): Promise<SpanExporter> {
  const options = { url, headers: otlpHeaders(config) };
  if (config.OTEL_EXPORTER_OTLP_PROTOCOL === 'http/json') {
    const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
    return new OTLPTraceExporter(options);
  }
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter(options);
}

function createSampler({
  OTEL_TRACES_SAMPLER: name = 'parentbased_always_on',
  OTEL_TRACES_SAMPLER_ARG: ratio = 1,
}: TelemetryConfig): Sampler {
  const root = name.endsWith('always_on')
    ? new AlwaysOnSampler()
    : name.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return name.startsWith('parentbased') ? new ParentBasedSampler({ root }) : root;
}
