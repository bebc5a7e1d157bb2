import { createMetrics } from '@loci/runtime';
import { usedMetrics } from './promql.ts';

/** Labels that Prometheus adds to all series of a process. `namespace` and `pod` exist only on Kubernetes. */
const TARGET_LABELS = ['job', 'instance', 'namespace', 'pod'];

/** Metrics that Prometheus itself creates, with their labels. */
const OF_PROMETHEUS: Record<string, readonly string[]> = {
  up: TARGET_LABELS,
  ALERTS: ['alertname', 'alertstate', 'severity'],
};

interface RegisteredMetric {
  name: string;
  type: string;
  labelNames: readonly string[];
}

/** Metrics that every Loci process declares, without the labels that all of them have. */
export const REGISTERED_METRICS = createMetrics(
  'checked',
).registry.getMetricsAsArray() as unknown as readonly RegisteredMetric[];

/** Returns the labels of each series that Loci exports, by its name. */
function exportedSeries(): Map<string, ReadonlySet<string>> {
  const series = new Map<string, ReadonlySet<string>>();
  for (const { name, type, labelNames } of REGISTERED_METRICS) {
    const labels = [...labelNames, 'service', ...TARGET_LABELS];
    if (type !== 'histogram') series.set(name, new Set(labels));
    else {
      series.set(`${name}_bucket`, new Set([...labels, 'le']));
      for (const suffix of ['_sum', '_count']) series.set(name + suffix, new Set(labels));
    }
  }
  return series;
}

/** Name of the metric in the documentation: without the suffix of the series of a histogram. */
export const baseName = (series: string): string => {
  const names = new Set(REGISTERED_METRICS.map(({ name }) => name));
  const base = series.replace(/_(bucket|sum|count)$/, '');
  return names.has(series) ? series : base;
};

/**
 * Creates a check of queries. A query may use metrics of Loci, of Prometheus, and of recording rules, whose names start with their
 * labels: `namespace_group:loci_consumer_lag_events:max`.
 *
 * @param recorded names of the recording rules
 * @returns one line per metric or label that does not exist, and for an invalid query
 */
export function createQueryCheck(recorded: readonly string[]) {
  const series = exportedSeries();
  for (const [name, labels] of Object.entries(OF_PROMETHEUS)) series.set(name, new Set(labels));
  for (const name of recorded) series.set(name, new Set(name.split(':')[0]!.split('_')));
  return (query: string): string[] => {
    try {
      return usedMetrics(query).flatMap(({ name, labels }) => {
        const existing = series.get(name);
        if (existing === undefined) return [`${name} is not exported`];
        return [...labels]
          .filter((label) => !existing.has(label))
          .map((label) => `${name} has no label ${label}`);
      });
    } catch (error) {
      return [(error as Error).message];
    }
  };
}
