/** A metric as the registry of `prom-client` returns it. */
export interface CollectedMetric {
  name: string;
  help: string;
  type: string;
  values: readonly CollectedValue[];
}

export interface CollectedValue {
  labels: Readonly<Record<string, string | number | undefined>>;
  value: number;
  /** Name with the suffix `_bucket`, `_sum` or `_count`, for a value of a histogram. */
  metricName?: string;
}

/** Returns the current values of all metrics of the process. */
export type CollectMetrics = () => Promise<readonly CollectedMetric[]>;
