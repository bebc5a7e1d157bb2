import type { CollectMetrics } from './metrics/collected-metric.ts';
import type { SdkOptions } from './sdk.ts';
import { otlpUrls } from './telemetry-config.ts';
import type { TelemetryConfig } from './telemetry-config.ts';
import { setTracing } from './tracing.ts';

export interface RunningTelemetry {
  /** Exports the remaining data and stops tracing. */
  stop(): Promise<void>;
}

/** Maximum duration of the last export. The shutdown of a process must not wait for a collector that does not respond. */
const SHUTDOWN_TIMEOUT_MS = 2_000;

/**
 * Starts the exports that the configuration names. Without an endpoint, loads no module of the SDK, and `getTracing`
 * returns null. Call it before anything else of the process is created, and only once.
 *
 * @param options.collect returns the metrics to export
 */
export async function startTelemetry(
  config: TelemetryConfig,
  options: SdkOptions & { collect: CollectMetrics },
): Promise<RunningTelemetry> {
  const urls = otlpUrls(config);
  const running: { shutdown(): Promise<void> }[] = [];
  if (urls.traces !== null) {
    const { startTraces } = await import('./sdk.ts');
    const traces = await startTraces(config, urls.traces, options);
    setTracing(traces.tracing);
    running.push(traces);
  }
  if (urls.metrics !== null) {
    const { startMetrics } = await import('./metrics/start-metrics.ts');
    running.push(await startMetrics(config, urls.metrics, options));
  }
  return {
    stop: async () => {
      setTracing(null);
      const ended = Promise.allSettled(running.map((each) => each.shutdown()));
      await Promise.race([ended, afterTimeout()]);
    },
  };
}

const afterTimeout = (): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, SHUTDOWN_TIMEOUT_MS).unref());
