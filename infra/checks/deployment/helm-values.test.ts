import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { ROOT } from './root.ts';

const CHART = join(ROOT, 'infra', 'helm', 'loci');

interface Values {
  [name: string]: unknown;
  services: Record<string, { workers?: unknown }>;
}

const read = <T>(path: string) => parse(readFileSync(join(CHART, path), 'utf8')) as T;

const defaults = read<Values>('values.yaml');
const platform = read<{
  services: { name: string; roles?: unknown; consumerGroups?: string[] }[];
}>('files/platform.yaml');
const validate = new Ajv2020({ allErrors: true, strictSchema: true, strictTypes: false }).compile(
  JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')) as object,
);

/** Merges values as Helm does: objects by key, everything else replaces the default. */
function merged(base: unknown, change: unknown): unknown {
  if (!isObject(base) || !isObject(change)) return change;
  const names = new Set([...Object.keys(base), ...Object.keys(change)]);
  return Object.fromEntries(
    [...names].map((name) => [name, name in change ? merged(base[name], change[name]) : base[name]]),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function problemsOf(values: unknown): string[] {
  return validate(values) ? [] : validate.errors!.map((error) => `${error.instancePath} ${error.message}`);
}

describe('the schema of the values of the chart', () => {
  test('accepts the default values', () => {
    expect(problemsOf(defaults)).toEqual([]);
  });

  test.each(globSync('ci/*.yaml', { cwd: CHART }))('accepts %s', (file) => {
    expect(problemsOf(merged(defaults, read(file)))).toEqual([]);
  });

  test.each([
    ['an unknown value', { replicas: 3 }, ' must NOT have additional properties'],
    ['an unknown service', { services: { memories: {} } }, '/services must NOT have additional properties'],
    ['workers of a service without consumers', { services: { portal: { workers: {} } } }, '/services/portal'],
    [
      'gRPC as the protocol of telemetry',
      { telemetry: { config: { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' } } },
      '/telemetry/config/OTEL_EXPORTER_OTLP_PROTOCOL must be equal',
    ],
    ['a variable of another store', { s3: { config: { KAFKA_SSL: true } } }, '/s3/config must NOT have'],
    [
      'a runbook address without a slash at the end',
      { monitoring: { prometheusRule: { runbookBaseUrl: 'https://git.example.com/loci' } } },
      '/monitoring/prometheusRule/runbookBaseUrl must match pattern',
    ],
    [
      'zero workers as the minimum',
      { services: { memory: { workers: { scaling: { minReplicas: 0 } } } } },
      '/services/memory/workers/scaling/minReplicas must be >= 1',
    ],
  ])('rejects %s', (_, change, problem) => {
    expect(problemsOf(merged(defaults, change))).toContainEqual(expect.stringContaining(problem));
  });

  test('describes every default value, and has no value without a default', () => {
    const { properties } = JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')) as {
      properties: object;
    };
    expect(Object.keys(properties).sort()).toEqual(Object.keys(defaults).sort());
  });
});

describe('the values of the chart', () => {
  test('contain every service of k8s/base, with workers where it has consumers', () => {
    const inValues = Object.entries(defaults.services).map(([name, { workers }]) => [
      name,
      workers !== undefined,
    ]);
    const inBase = platform.services.map(({ name, roles }) => [name, roles !== undefined]);
    expect(inValues).toEqual(inBase);
  });

  test('scale on the consumer groups that docs/distributed.md lists', () => {
    const page = readFileSync(join(ROOT, 'docs', 'distributed.md'), 'utf8');
    const [table] = /\| Topic, after the prefix[^]*?\n\n/.exec(page)!;
    const rows = table.trim().split('\n').slice(2);
    const documented = rows.flatMap((row) => [...row.split('|')[3]!.matchAll(/`([a-z-]+)`/g)]);
    const scaled = platform.services.flatMap(({ consumerGroups = [] }) => consumerGroups);
    expect(scaled.sort()).toEqual([...new Set(documented.map(([, group]) => group!))].sort());
  });

  test('belong to the version of the platform', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(read('Chart.yaml')).toMatchObject({ version, appVersion: version });
  });
});
