/** Conversion of metrics, without the exporters. */
export type { CollectedMetric } from './collected-metric.ts';
export { toMetricName } from './metric-names.ts';
export { toMetricData } from './to-metric-data.ts';
