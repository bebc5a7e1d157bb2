import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { SCHEMA_NAMES } from '@loci/cli';
import { startEngines } from '@loci/test-engines';
import { placeholderFor } from './container.ts';
import { ensureBaseImages } from './image/base-image.ts';
import { buildImage } from './image/build-image.ts';
import { buildah } from './image/buildah.ts';
import { runInContainer, startInContainer } from './image/contained-program.ts';
import { ROOT } from './root.ts';

/*
 * Builds the image and starts programs from it without a container engine. Run it manually as root on Debian
 * with buildah and debootstrap. It exits with an error at the first failed check.
 */
const IMAGE = 'loci';
const READY_TIMEOUT_MS = 60_000;
const print = (line: string) => console.log(line);

const seconds = (startedAt: number) => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;

async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const startedAt = Date.now();
  const result = await work();
  print(`${what}: ${seconds(startedAt)}`);
  return result;
}

/**
 * Expects the exit code of a configuration error from a program without configuration, which proves that all imports resolve.
 * Does not check the output, because buildah sometimes loses the output of a process that ends.
 */
async function expectToLoad(container: string, main: string): Promise<void> {
  const { exitCode, output } = await runInContainer(container, ['node', main]);
  assert.equal(exitCode, 2, `${main}: ${output}`);
}

async function expectOrdinaryAccount(container: string): Promise<void> {
  const script = `
    const { userInfo } = require('node:os');
    console.log(process.getuid(), userInfo().username);
    for (const folder of ['/app', '/secrets', '/uploads']) {
      try {
        require('node:fs').writeFileSync(folder + '/file', '');
        console.log(folder, 'writable');
      } catch {
        console.log(folder, 'read-only');
      }
    }`;
  const { output } = await runInContainer(container, ['node', '-e', script]);
  assert.equal(output, '1000 node\n/app read-only\n/secrets writable\n/uploads writable\n');
}

/** Expects that no program can be started except Node.js. */
async function expectNoShell(container: string): Promise<void> {
  const script = `
    const { existsSync, readdirSync } = require('node:fs');
    const folders = ['/bin', '/sbin', '/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin', '/busybox'];
    folders.filter((folder) => existsSync(folder)).flatMap((folder) => readdirSync(folder)).join()`;
  const { output } = await runInContainer(container, ['node', '-p', script]);
  assert.equal(output, 'node\n');
}

/**
 * Migrates an empty database, runs the memory service on PostgreSQL and Kafka until it is ready, and stops
 * it.
 */
async function expectToServe(container: string): Promise<void> {
  const servers = await startEngines({ names: ['postgres', 'kafka'] });
  try {
    const adminUrl = servers.variables['DATABASE_ADMIN_URL']!.replace(/\/postgres$/, '/loci');
    const urlOf = (service: string) => adminUrl.replace('postgres:test@', `loci_${service}:test@`);
    const prepared = await runInContainer(container, ['node', 'cli/src/database/db-migrate.main.ts'], {
      DATABASE_ADMIN_URL: adminUrl,
      ...Object.fromEntries(SCHEMA_NAMES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, urlOf(name)])),
    });
    assert.equal(prepared.exitCode, 0, prepared.output);

    const port = 18_080;
    const adminPort = 19_090;
    const memory = startInContainer(container, ['node', 'services/memory/src/main.ts'], {
      HOST: '127.0.0.1',
      PORT: String(port),
      ADMIN_PORT: String(adminPort),
      DATABASE_URL: urlOf('memory'),
      KAFKA_BROKERS: servers.variables['KAFKA_BROKERS']!,
      KAFKA_REPLICATION_FACTOR: '1',
      INTERNAL_SECRET: placeholderFor('INTERNAL_SECRET'),
      SEARCH_URL: 'http://127.0.0.1:1',
    });
    try {
      const startedAt = Date.now();
      while (!(await isReady(adminPort))) {
        assert.ok(Date.now() - startedAt < READY_TIMEOUT_MS, `Memory service not ready: ${memory.output()}`);
        await delay(100);
      }
      print(`  start of the memory service: ${seconds(startedAt)}`);
      const unsigned = await fetch(`http://127.0.0.1:${port}/api/v2/memories`);
      assert.equal(unsigned.status, 401, 'A request without an identity must return 401.');
    } finally {
      const exitCode = await memory.stop();
      assert.equal(exitCode, 0, memory.output());
    }
  } finally {
    await servers.stop();
  }
}

const isReady = (adminPort: number) =>
  fetch(`http://127.0.0.1:${adminPort}/health/ready`).then(
    (response) => response.ok,
    () => false,
  );

await step('creation of the base images', () => ensureBaseImages(process.execPath));
await step('build of the image', () => buildImage('services', IMAGE));
const container = await buildah('from', '--pull-never', IMAGE);
try {
  const programs = globSync(['{gateway,auth-server}/src/main.ts', 'services/*/src/main.ts'], { cwd: ROOT })
    .filter((main) => !main.includes('standalone'))
    .concat('cli/src/database/db-migrate.main.ts');
  await step(`loading of ${programs.length} programs`, async () => {
    for (const main of programs) await expectToLoad(container, main);
  });
  await step('check of the unprivileged account', () => expectOrdinaryAccount(container));
  await step('check that there is no shell', () => expectNoShell(container));
  await step('check of the memory service', () => expectToServe(container));
} finally {
  await buildah('rm', container);
}
