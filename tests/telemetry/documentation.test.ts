import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createMetrics } from '@loci/runtime';
import { SPAN_ATTRIBUTES } from '@loci/telemetry';

const readPage = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8');

/** Returns the words in code spans in the first column of all tables. */
const firstColumns = (page: string): Set<string> =>
  new Set(
    page
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .flatMap((line) => [...line.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(([, word]) => word!)),
  );

describe('docs/observability.md', () => {
  test('lists exactly the attributes that spans can have', () => {
    const documented = [...firstColumns(readPage('observability.md'))].filter((word) =>
      /^[a-z_]+(\.[a-z_]+)+$/.test(word),
    );
    expect(documented.sort()).toEqual([...SPAN_ATTRIBUTES].sort());
  });
});

describe('docs/operations.md', () => {
  test('lists all metrics except the default metrics of Node.js', () => {
    const metrics = createMetrics('test')
      .registry.getMetricsAsArray()
      .map(({ name }) => name)
      .filter((name) => !/^(nodejs|process)_/.test(name));
    expect(metrics.length).toBeGreaterThan(25);
    expect([...firstColumns(readPage('operations.md'))]).toEqual(expect.arrayContaining(metrics));
  });
});
