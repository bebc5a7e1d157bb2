import { ValueType } from '@opentelemetry/api';
import type { Attributes, HrTime } from '@opentelemetry/api';
import { AggregationTemporality, DataPointType } from '@opentelemetry/sdk-metrics';
import type { DataPoint, Histogram, MetricData } from '@opentelemetry/sdk-metrics';
import type { CollectedMetric, CollectedValue } from './collected-metric.ts';
import { toAttributeName, toMetricName } from './metric-names.ts';

/** Labels that the resource of the process replaces. */
const RESOURCE_LABELS = new Set(['service']);

/** Labels whose values are numbers over OTLP. */
const NUMERIC_ATTRIBUTES = new Set(['http.response.status_code']);

/** Converts a metric. Returns null for a metric that is not exported. All values count since `startTime`. */
export function toMetricData(
  { name: prometheusName, help, type, values }: CollectedMetric,
  startTime: HrTime,
  endTime: HrTime,
): MetricData | null {
  const named = toMetricName(prometheusName);
  if (named === null) return null;
  const base = {
    descriptor: { ...named, description: help, valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const toPoint = <T>(labels: CollectedValue['labels'], value: T): DataPoint<T> => ({
    startTime,
    endTime,
    attributes: toAttributes(labels),
    value,
  });
  if (type === 'histogram') {
    return {
      ...base,
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: toHistograms(values).map(({ labels, histogram }) => toPoint(labels, histogram)),
    };
  }
  const dataPoints = values.map(({ labels, value }) => toPoint(labels, value));
  if (type === 'counter') {
    return { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
  }
  return type === 'gauge' ? { ...base, dataPointType: DataPointType.GAUGE, dataPoints } : null;
}

function toAttributes(labels: CollectedValue['labels']): Attributes {
  const attributes: Attributes = {};
  for (const [label, value] of Object.entries(labels)) {
    if (RESOURCE_LABELS.has(label) || value === undefined) continue;
    const name = toAttributeName(label);
    attributes[name] = NUMERIC_ATTRIBUTES.has(name) ? Number(value) : String(value);
  }
  return attributes;
}

interface LabelledHistogram {
  labels: CollectedValue['labels'];
  histogram: Histogram;
}

/** Groups the values `_bucket`, `_sum` and `_count` by their labels. Buckets of Prometheus include all smaller ones. */
function toHistograms(values: readonly CollectedValue[]): LabelledHistogram[] {
  const byLabels = new Map<string, LabelledHistogram & { cumulative: number }>();
  for (const { metricName = '', labels, value } of values) {
    const { le, ...rest } = labels;
    const key = JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
    let entry = byLabels.get(key);
    if (!entry) {
      entry = {
        labels: rest,
        histogram: { buckets: { boundaries: [], counts: [] }, sum: 0, count: 0 },
        cumulative: 0,
      };
      byLabels.set(key, entry);
    }
    const { histogram } = entry;
    if (metricName.endsWith('_sum')) histogram.sum = value;
    else if (metricName.endsWith('_count')) histogram.count = value;
    else {
      histogram.buckets.counts.push(value - entry.cumulative);
      entry.cumulative = value;
      if (le !== '+Inf') histogram.buckets.boundaries.push(Number(le));
    }
  }
  return [...byLabels.values()];
}
