import { describe, expect, test } from '@jest/globals';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SECRET_VARIABLES, parseEnvLines, writeComposeSecrets } from '@loci/cli/compose-secrets';
import { parse } from 'yaml';
import { startOrderProblems } from './compose/start-order-problems.ts';
import { composeContainers } from './compose/compose-containers.ts';
import { readEnvFile } from './compose/env-file.ts';
import { interpolate, referencesIn } from './compose/interpolate.ts';
import { placeholderFor, programOf } from './container.ts';
import { environmentProblems } from './environment-problems.ts';
import { assembleOverlay } from './kubernetes/assemble-overlay.ts';
import { devSecrets } from './kubernetes/dev-secrets.ts';
import { parseResources } from './kubernetes/resource.ts';
import type { Resource } from './kubernetes/resource.ts';
import { resourceContainers } from './kubernetes/resource-containers.ts';
import { ROOT } from './root.ts';

interface ComposeFile {
  configs: Record<'secrets-env', { content: string }>;
  services: Record<
    string,
    {
      image?: string;
      configs?: unknown;
      depends_on?: Record<string, unknown>;
      healthcheck?: { test?: string[]; disable?: boolean };
      ports?: string[];
      profiles?: string[];
    }
  >;
}

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

/** Programs that only docker-compose.yml starts. */
const COMPOSE_PROGRAMS = ['cli/src/compose/write-secrets.main.ts', 'services/standalone/src/main.ts'];

const compose = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
const envExample = readEnvFile(readFileSync(join(ROOT, '.env.example'), 'utf8'));
const secrets = Object.fromEntries(SECRET_VARIABLES.map((name) => [name, placeholderFor(name)]));

describe('docker-compose.yml', () => {
  test.each([
    ['without .env', {}],
    ['with all secrets in .env', secrets],
  ])('starts every program once with a valid environment %s', async (_, values) => {
    const containers = composeContainers(interpolate(compose, values));
    expect(containers.map(({ command }) => programOf(command)).sort()).toEqual(
      [...PROGRAMS, ...COMPOSE_PROGRAMS].sort(),
    );
    expect(await environmentProblems(containers)).toEqual([]);
  });

  test('uses the variables that .env.example lists, and requires none', () => {
    const references = referencesIn(compose);
    expect(references.filter(({ isRequired }) => isRequired)).toEqual([]);
    expect(envExample.set).toEqual({});
    const names = references.map(({ name }) => name);
    // Docker Compose reads COMPOSE_PROFILES itself.
    expect([...envExample.shown].sort()).toEqual([...names, 'COMPOSE_PROFILES'].sort());
  });

  test('writes secrets of .env only into the file of the container that creates the secrets', () => {
    const { configs, services } = parse(interpolate(compose, secrets), { merge: true }) as ComposeFile;
    const shown = JSON.stringify(services);
    expect(Object.values(secrets).filter((value) => shown.includes(value))).toEqual([]);
    expect(parseEnvLines(configs['secrets-env'].content)).toEqual(secrets);
    const readers = Object.entries(services).filter(([, service]) => service.configs !== undefined);
    expect(readers.map(([name]) => name)).toEqual(['create-secrets']);
  });

  test('reads only files that the container create-secrets writes, and after it has written them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'loci-secrets-'));
    try {
      writeComposeSecrets({ folder, given: secrets, replace: false });
      const text = interpolate(compose, secrets);
      const paths = [...text.matchAll(/\/secrets\/([A-Z0-9_]+)/g)].map(([, name]) => name!);
      expect(paths.length).toBeGreaterThan(30);
      const files = readdirSync(folder);
      expect(paths.filter((name) => !files.includes(name))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
    const { services } = parse(compose, { merge: true }) as ComposeFile;
    const startsAfter = (name: string, first: string): boolean =>
      Object.keys(services[name]!.depends_on ?? {}).some(
        (each) => each === first || startsAfter(each, first),
      );
    const readers = Object.entries(services).filter(
      ([name, service]) => name !== 'create-secrets' && JSON.stringify(service).includes('/secrets/'),
    );
    expect(readers.length).toBeGreaterThan(15);
    expect(readers.filter(([name]) => !startsAfter(name, 'create-secrets'))).toEqual([]);
  });

  test('starts only Node.js in health checks of the images, because one of them has no shell', () => {
    const { services } = parse(compose, { merge: true }) as ComposeFile;
    const checks = Object.values(services)
      .filter(({ image }) => image?.startsWith('loci'))
      .map(({ healthcheck }) => healthcheck!)
      .filter(({ disable }) => disable !== true);
    expect(checks).toHaveLength(12);
    expect(checks.filter(({ test: [type, program] = [] }) => type !== 'CMD' || program !== 'node')).toEqual(
      [],
    );
  });

  test('publishes ports only on 127.0.0.1', () => {
    const { services } = parse(compose, { merge: true }) as ComposeFile;
    const ports = Object.values(services).flatMap((service) => service.ports ?? []);
    expect(ports.length).toBeGreaterThan(5);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });

  test('starts the distributed platform without a profile', () => {
    const { services } = parse(compose, { merge: true }) as ComposeFile;
    const inProfiles = Object.entries(services).map(([name, { profiles = [] }]) => [name, profiles.join()]);
    expect(Object.fromEntries(inProfiles.filter(([, profiles]) => profiles !== ''))).toEqual({
      standalone: 'standalone',
      prometheus: 'observability',
      grafana: 'observability',
      'otel-collector': 'observability',
      jaeger: 'observability',
    });
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
    [
      'a file of a variable that is not a secret',
      'NEO4J_URI: bolt://neo4j:7687',
      'NEO4J_URI_FILE: /secrets/x',
      'graph: NEO4J_URI_FILE is not a variable',
    ],
    [
      'a secret both as a value and as a file',
      'BOOTSTRAP_API_KEY_FILE: /secrets/BOOTSTRAP_API_KEY',
      'BOOTSTRAP_API_KEY_FILE: /secrets/BOOTSTRAP_API_KEY\n      BOOTSTRAP_API_KEY: key',
      'auth-server: BOOTSTRAP_API_KEY is also set by BOOTSTRAP_API_KEY_FILE',
    ],
  ])('with %s fails the environment check', async (_, from, to, problem) => {
    expect(compose).toContain(from);
    const containers = composeContainers(interpolate(compose.replaceAll(from, to), secrets));
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
    expect(new Set(containers.map(({ command }) => programOf(command)))).toEqual(new Set(PROGRAMS));
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
  test('start containers of the image without a shell and an entry point, in k8s/base and in the chart', () => {
    const files = globSync(
      ['k8s/base/**/*.yaml', 'infra/helm/loci/templates/{_workload.tpl,migrate-database.yaml}'],
      {
        cwd: ROOT,
      },
    );
    expect(files.length).toBeGreaterThan(20);
    const lines = files.flatMap((file) => readFileSync(join(ROOT, file), 'utf8').split('\n'));
    expect(lines.filter((line) => /^\s*(- )?(exec|args|lifecycle):|command: \[\S*sh,/.test(line))).toEqual(
      [],
    );
  });

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
