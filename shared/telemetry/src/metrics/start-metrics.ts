import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import type { MetricProducer, PushMetricExporter } from '@opentelemetry/sdk-metrics';
import { reportFailures } from '../report-failures.ts';
import { createResource, otlpHeaders } from '../sdk.ts';
import type { SdkOptions } from '../sdk.ts';
import type { TelemetryConfig } from '../telemetry-config.ts';
import type { CollectMetrics } from './collected-metric.ts';
import { millisToHrTime } from './hr-time.ts';
import { toMetricData } from './to-metric-data.ts';

const DEFAULT_INTERVAL_MS = 60_000;

/**
 * Starts the periodic export of the metrics of this process to a URL. The values are those of `/metrics`, so that no value is
 * counted twice.
 */
export async function startMetrics(
  config: TelemetryConfig,
  url: string,
  { collect, ...options }: SdkOptions & { collect: CollectMetrics },
): Promise<{ shutdown(): Promise<void> }> {
  const exporter = await createExporter(config, url);
  const intervalMs = config.OTEL_METRIC_EXPORT_INTERVAL ?? DEFAULT_INTERVAL_MS;
  const resource = createResource(config, options);
  const startTime = millisToHrTime(performance.timeOrigin);
  const producer: MetricProducer = {
    collect: async () => {
      const endTime = millisToHrTime(Date.now());
      const metrics = (await collect()).flatMap((metric) => {
        const data = toMetricData(metric, startTime, endTime);
        return data !== null && data.dataPoints.length > 0 ? [data] : [];
      });
      return {
        resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'loci' }, metrics }] },
        errors: [],
      };
    },
  };
  const provider = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: reportFailures(exporter, 'Metric export failed', options.log),
        exportIntervalMillis: intervalMs,
        exportTimeoutMillis: Math.min(intervalMs, DEFAULT_INTERVAL_MS / 2),
        metricProducers: [producer],
      }),
    ],
  });
  return { shutdown: () => provider.shutdown() };
}

async function createExporter(config: TelemetryConfig, url: string): Promise<PushMetricExporter> {
  const options = { url, headers: otlpHeaders(config) };
  if (config.OTEL_EXPORTER_OTLP_PROTOCOL === 'http/json') {
    const { OTLPMetricExporter } = await import('@opentelemetry/exporter-metrics-otlp-http');
    return new OTLPMetricExporter(options);
  }
  const { OTLPMetricExporter } = await import('@opentelemetry/exporter-metrics-otlp-proto');
  return new OTLPMetricExporter(options);
}
