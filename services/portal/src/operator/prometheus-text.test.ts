import { expect, test } from '@jest/globals';
import { parseMetrics } from './prometheus-text.ts';

test('parses samples with and without labels, and ignores other lines', () => {
  const text = [
    '# HELP lag Events.',
    '# TYPE lag gauge',
    String.raw`lag{group="a \"b\"",service="search"} 3`,
    'nodejs_eventloop_lag_p99_seconds 0.012',
    'not a sample',
    '',
  ].join('\n');
  expect(parseMetrics(text)).toEqual([
    { name: 'lag', labels: { group: 'a "b"', service: 'search' }, value: 3 },
    { name: 'nodejs_eventloop_lag_p99_seconds', labels: {}, value: 0.012 },
  ]);
});
