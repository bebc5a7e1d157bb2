import { Registry } from 'prom-client';
import type { Metric } from 'prom-client';

type OpenMetricsContentType = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

export const OPEN_METRICS_CONTENT_TYPE: OpenMetricsContentType = Registry.OPENMETRICS_CONTENT_TYPE;

/** The members of a metric that a registry reads. */
interface ReadableMetric {
  name: string;
  type: string;
  get(): Promise<object>;
  getForPromString?(): Promise<object>;
}

/**
 * Returns the metrics in the format OpenMetrics, with the exemplars of histograms.
 *
 * The registry gets copies of the metrics, because it would remove the suffix `_total` from the names of the counters, also
 * for later scrapes in the Prometheus format.
 */
export async function formatOpenMetrics(
  metrics: Registry,
  defaultLabels: Record<string, string>,
): Promise<string> {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(OPEN_METRICS_CONTENT_TYPE);
  registry.setDefaultLabels(defaultLabels);
  for (const metric of metrics.getMetricsAsArray() as unknown as ReadableMetric[]) {
    const name = metric.type === 'counter' ? metric.name.replace(/_total$/, '') : metric.name;
    const read = async (): Promise<object> => {
      const data = metric.getForPromString ? await metric.getForPromString() : await metric.get();
      return { ...data, name };
    };
    registry.registerMetric({ name, type: metric.type, getForPromString: read } as unknown as Metric);
  }
  return registry.metrics();
}
