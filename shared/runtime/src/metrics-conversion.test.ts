import { describe, expect, test } from '@jest/globals';
import { toMetricData, toMetricName } from '@loci/telemetry/metric-conversion';
import type { CollectedMetric } from '@loci/telemetry/metric-conversion';
import { createMetrics } from './metrics.ts';

/** Converts a name as a collector does for Prometheus. @see https://opentelemetry.io/docs/specs/otel/compatibility/prometheus_and_openmetrics/ */
function toPrometheusName({ name, unit }: { name: string; unit: string }, type: string): string {
  const suffix = { s: '_seconds', By: '_bytes' }[unit] ?? '';
  return `${name.replaceAll('.', '_')}${suffix}${type === 'counter' ? '_total' : ''}`;
}

const collect = async (
  record: (metrics: ReturnType<typeof createMetrics>) => void,
): Promise<CollectedMetric[]> => {
  const metrics = createMetrics('test');
  record(metrics);
  return (await metrics.registry.getMetricsAsJSON()) as unknown as CollectedMetric[];
};

const convert = (metrics: readonly CollectedMetric[], name: string) =>
  toMetricData(
    metrics.find((metric) => metric.name === name)!,
    [1, 0],
    [2, 0],
  );

describe('toMetricName', () => {
  test('returns names whose conversion to Prometheus is the original name', async () => {
    const metrics = await collect(() => undefined);
    const exported = metrics.flatMap(({ name, type }) => {
      const converted = toMetricName(name);
      return converted ? [{ name, again: toPrometheusName(converted, String(type)) }] : [];
    });
    const own = exported.filter(({ name }) => name.startsWith('loci_'));
    expect(own.length).toBeGreaterThan(15);
    const renamed = [
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
      'nodejs_eventloop_lag_p99_seconds',
    ];
    expect(
      exported
        .filter(({ name, again }) => name !== again)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(renamed.sort());
  });

  test('returns null for metrics of Node.js without a semantic convention', () => {
    expect(toMetricName('nodejs_active_handles_total')).toBeNull();
  });
});

describe('toMetricData', () => {
  test('converts a histogram to counts per bucket', async () => {
    const metrics = await collect(({ httpServerRequestDuration }) => {
      const labels = { http_request_method: 'GET', http_route: '/a', http_response_status_code: 200 };
      for (const value of [0.002, 0.002, 0.3, 20]) httpServerRequestDuration.observe({ labels, value });
    });
    const data = convert(metrics, 'http_server_request_duration_seconds');
    expect(data).toMatchObject({
      descriptor: { name: 'http.server.request.duration', unit: 's' },
      dataPoints: [
        {
          startTime: [1, 0],
          endTime: [2, 0],
          attributes: {
            'http.request.method': 'GET',
            'http.route': '/a',
            'http.response.status_code': 200,
          },
          value: {
            buckets: {
              boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
              counts: [0, 2, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
            },
            sum: 20.304,
            count: 4,
          },
        },
      ],
    });
  });

  test('converts the values of different labels to different data points', async () => {
    const metrics = await collect(({ deadLetters }) => {
      deadLetters.inc({ group: 'search' }, 2);
      deadLetters.inc({ group: 'graph-store' });
    });
    expect(convert(metrics, 'loci_dead_letters_total')).toMatchObject({
      descriptor: { name: 'loci.dead_letters', unit: '' },
      isMonotonic: true,
      dataPoints: [
        { attributes: { group: 'search' }, value: 2 },
        { attributes: { group: 'graph-store' }, value: 1 },
      ],
    });
  });

  test('leaves out the label that the resource replaces', async () => {
    const metrics = await collect(({ openSuggestions }) => openSuggestions.set(3));
    expect(convert(metrics, 'loci_open_suggestions')).toMatchObject({
      dataPoints: [{ attributes: {}, value: 3 }],
    });
    expect(JSON.stringify(convert(metrics, 'loci_open_suggestions'))).not.toContain('"service"');
  });
});
