/** Current and former name of the metric for the p99 event loop delay in seconds. */
const EVENT_LOOP_DELAY_P99 = ['nodejs_eventloop_lag_p99_seconds', 'loci_event_loop_delay_p99_seconds'];

/**
 * Reads the values of a metric from the Prometheus text format, one per label set.
 *
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export function readMetric(text: string, name: string): number[] {
  return text.split('\n').flatMap((line) => {
    if (!line.startsWith(name) || !/^[{ ]/.test(line.slice(name.length))) return [];
    const value = /^(?:\{(?:[^"}]|"(?:\\.|[^"\\])*")*\})?\s+(\S+)/.exec(line.slice(name.length));
    return value === null ? [] : [Number(value[1])];
  });
}

/** Sum of the lag of all consumer groups in events. Undefined if `text` does not contain the metric. */
export function consumerLag(text: string): number | undefined {
  const waiting = readMetric(text, 'loci_consumer_lag_events');
  return waiting.length === 0 ? undefined : waiting.reduce((sum, events) => sum + events, 0);
}

/** Highest p99 event loop delay of all processes in milliseconds. Undefined without the metric. */
export function eventLoopDelayP99Ms(text: string): number | undefined {
  const seconds = EVENT_LOOP_DELAY_P99.flatMap((name) => readMetric(text, name));
  return seconds.length === 0 ? undefined : Math.max(...seconds) * 1000;
}
