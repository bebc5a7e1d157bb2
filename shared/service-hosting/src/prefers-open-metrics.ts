const OPEN_METRICS = 'application/openmetrics-text';
const PROMETHEUS_RANGES = new Set(['text/plain', 'text/*', '*/*']);

interface MediaRange {
  type: string;
  parameters: ReadonlyMap<string, string>;
}

/**
 * Returns whether an `Accept` header prefers OpenMetrics 1.0 to the Prometheus format. Ignores further parameters such as
 * `escaping`, which Prometheus 3 sends. Express would reject a range with a parameter that the response does not have.
 */
export function prefersOpenMetrics(accept = ''): boolean {
  const ranges = accept.toLowerCase().split(',').map(parseRange);
  const openMetrics = ranges.filter(
    ({ type, parameters }) => type === OPEN_METRICS && (parameters.get('version') ?? '1.0.0') === '1.0.0',
  );
  const prometheus = ranges.filter(({ type }) => PROMETHEUS_RANGES.has(type));
  return highestQuality(openMetrics) > highestQuality(prometheus);
}

function parseRange(range: string): MediaRange {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
  return {
    type,
    parameters: new Map(
      parameters.map((parameter) => {
        const [name = '', value = ''] = parameter.split('=');
        return [name.trim(), value.trim()];
      }),
    ),
  };
}

const highestQuality = (ranges: readonly MediaRange[]): number =>
  Math.max(0, ...ranges.map(({ parameters }) => Number(parameters.get('q') ?? 1) || 0));
