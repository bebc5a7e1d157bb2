import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startOrderProblems } from './compose/start-order-problems.ts';
import { composeContainers } from './compose/compose-containers.ts';
import { readEnvFile } from './compose/env-file.ts';
import { interpolate, referencesIn } from './compose/interpolate.ts';
import { placeholderFor } from './container.ts';
import { environmentProblems } from './environment-problems.ts';
import { assembleOverlay } from './kubernetes/assemble-overlay.ts';
import { devSecrets } from './kubernetes/dev-secrets.ts';
import { parseResources } from './kubernetes/resource.ts';
import type { Resource } from './kubernetes/resource.ts';
import { resourceContainers } from './kubernetes/resource-containers.ts';
import { ROOT } from './root.ts';

const PROGRAMS = [
  'auth-server/src/main.ts',
  'gateway/src/main.ts',
  'cli/src/database/db-migrate.main.ts',
  ...[
    'analysis',
    'artifact',
    'document',
    'graph',
    'memory',
    'personality',
    'portal',
    'search',
    'webhook',
  ].map((name) => `services/${name}/src/main.ts`),
];

const compose = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
const envExample = readEnvFile(readFileSync(join(ROOT, '.env.example'), 'utf8'));
const filledIn = Object.fromEntries(
  Object.keys(envExample.set).map((name) => [
    name,
    name.includes('PASSWORD') ? 'password' : placeholderFor(name),
  ]),
);

describe('docker-compose.yml', () => {
  test('starts every program once with a valid environment', async () => {
    const containers = composeContainers(interpolate(compose, filledIn));
    expect(containers.map(({ command }) => command[1]).sort()).toEqual([...PROGRAMS].sort());
    expect(await environmentProblems(containers)).toEqual([]);
  });

  test('uses exactly the variables that .env.example lists', () => {
    const references = referencesIn(compose);
    const required = references.filter(({ isRequired }) => isRequired).map(({ name }) => name);
    const optional = references.filter(({ isRequired }) => !isRequired).map(({ name }) => name);
    expect(Object.keys(envExample.set).sort()).toEqual(required.sort());
    expect([...envExample.shown].sort()).toEqual(optional.sort());
  });

  test('requires every variable that .env.example leaves empty', () => {
    for (const name of Object.keys(filledIn)) {
      expect(() => interpolate(compose, { ...filledIn, [name]: '' })).toThrow(`${name} is not set.`);
    }
  });

  test('requires only variables that .env.example leaves empty', () => {
    expect(Object.values(envExample.set).filter((value) => value !== '')).toEqual([]);
  });

  test.each([
    ['a misspelled variable', 'KAFKA_BROKERS:', 'KAFKA_BROKER:', 'memory: KAFKA_BROKER is not a variable'],
    ['a missing variable', 'NEO4J_URI: bolt://neo4j:7687', 'NEO4J_USER: neo4j', 'graph: NEO4J_URI: '],
    ['an invalid value', 'bolt://neo4j:7687', 'http://neo4j:7474', 'graph: NEO4J_URI: must be'],
    [
      'incomplete credentials',
      'ELASTICSEARCH_USERNAME: elastic',
      'QDRANT_SHARDS: 1',
      'search: ELASTICSEARCH_USERNAME: is required',
    ],
    ['an unknown program', 'services/memory/src/main.ts', 'services/memory/main.ts', 'memory: "node'],
  ])('with %s fails the environment check', async (_, from, to, problem) => {
    expect(compose).toContain(from);
    const containers = composeContainers(interpolate(compose.replaceAll(from, to), filledIn));
    expect(await environmentProblems(containers)).toContainEqual(expect.stringContaining(problem));
  });
});

describe('the start order of docker-compose.yml', () => {
  test('has no problems', () => {
    expect(startOrderProblems(compose)).toEqual([]);
  });

  test.each([
    ['kafka: { condition: service_healthy }', 'kafca: { condition: service_healthy }', 'waits for kafca'],
    [
      'migrate-database: { condition: service_completed_successfully',
      'migrate-database: { condition: service_healthy',
      'no health check',
    ],
    [
      'postgres: { condition: service_healthy',
      'postgres: { condition: service_completed_successfully',
      'completion',
    ],
  ])('has a problem if "%s" is replaced with "%s"', (from, to, problem) => {
    expect(compose).toContain(from);
    expect(startOrderProblems(compose.replaceAll(from, to))).toContainEqual(expect.stringContaining(problem));
  });
});

const productionSecrets = parseResources(
  readFileSync(join(ROOT, 'k8s', 'overlays', 'production', 'secrets.example.yaml'), 'utf8'),
);
const OVERLAYS: [string, () => Resource[]][] = [
  ['dev', devSecrets],
  ['production', () => productionSecrets],
];

describe.each(OVERLAYS)('the overlay %s', (overlay, secrets) => {
  test('starts every program with a valid environment', async () => {
    const { containers, problems } = resourceContainers(overlay, assembleOverlay(overlay, secrets()));
    expect(new Set(containers.map(({ command }) => command[1]))).toEqual(new Set(PROGRAMS));
    expect(problems).toEqual([]);
    expect(await environmentProblems(containers)).toEqual([]);
  });
});

describe('the overlay production', () => {
  type Change = (resources: Resource[]) => Resource[];
  const change =
    (name: string, from: string, to: string): Change =>
    (resources) =>
      resources.map((resource) =>
        resource.metadata.name === name
          ? (JSON.parse(JSON.stringify(resource).replaceAll(from, to)) as Resource)
          : resource,
      );

  test.each<[string, Change, string]>([
    ['a misspelled variable', change('memory', '"ROLES"', '"ROLE"'), 'memory: ROLE is not a variable'],
    ['an unknown role', change('graph-workers', 'consumers,relay', 'consumer'), 'graph-workers: ROLES'],
    [
      'a missing setting of a store',
      change('neo4j', 'NEO4J_URI', 'NEO4J_USER'),
      'production: graph: NEO4J_URI: ',
    ],
    [
      'a missing key of a Secret',
      change('database', 'SEARCH_DATABASE_URL', 'SERCH_DATABASE_URL'),
      'search-workers: database has no key SEARCH_DATABASE_URL',
    ],
    [
      'a missing Secret',
      (resources) => resources.filter(({ metadata }) => metadata.name !== 'platform'),
      'memory: there is no Secret platform',
    ],
  ])('with %s fails the environment check', async (_, break_, problem) => {
    const broken = break_(assembleOverlay('production', productionSecrets));
    const { containers, problems } = resourceContainers('production', broken);
    expect([...problems, ...(await environmentProblems(containers))]).toContainEqual(
      expect.stringContaining(problem),
    );
  });
});

describe('deployment files', () => {
  test('use the same keys in both overlays for each Secret', () => {
    const keysOf = (resources: Resource[]) =>
      Object.fromEntries(
        resources.map(({ metadata, stringData }) => [metadata.name, Object.keys(stringData!).sort()]),
      );
    const dev = keysOf(devSecrets());
    const production = keysOf(productionSecrets);
    for (const name of ['platform', 'database', 'qdrant', 'neo4j', 's3'])
      expect(dev[name]).toEqual(production[name]);
  });
});
