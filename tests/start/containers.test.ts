// cspell:ignore bcmap
import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { composeContainers } from '@loci/checks/compose-containers';
import { imageEnvironment } from '@loci/checks/image-environment';
import { layOutImage } from '@loci/checks/image-tree';
import { interpolate } from '@loci/checks/interpolate';
import { claimDataDir, startEmbeddedPostgres } from '@loci/postgres/embedded';
import type { EmbeddedPostgres } from '@loci/postgres/embedded';
import { freePorts } from '@loci/runtime/free-ports';
import { parse } from 'yaml';
import { textPdf } from '../browser/support/text-pdf.ts';
import { eventually } from '../support/eventually.ts';
import { createPlatformSettings, startPlatform } from '../support/platform-process.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const COMPOSE = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');

/** Imports all modules of the services and packages except programs, and code of their threads and child processes. */
const IMPORT_ALL = `
  const { globSync } = await import('node:fs');
  const patterns = ['{gateway,auth-server,cli}/src/**/*.ts', '{services,shared}/*/src/**/*.ts'];
  const files = globSync(patterns).filter((file) => !/(^|[./-])(main|thread|parser-process|parser-watchdog)\\.ts$/.test(file));
  for (const file of files) await import(process.cwd() + '/' + file);
  console.log(files.length);
  process.exit();
`;

/** Runs containers as processes, in a folder with the content of their image. The volume `secrets` is a folder. */
describe('the containers of docker-compose.yml', () => {
  const folder = createTemporaryFolder();
  const secrets = join(folder.path, 'secrets');
  const app = join(folder.path, 'app');
  let postgres: EmbeddedPostgres;
  let auth: ChildProcess | undefined;
  const read = (name: string): string => readFileSync(join(secrets, name), 'utf8');

  beforeAll(async () => {
    mkdirSync(app);
    layOutImage(app);
    postgres = await startEmbeddedPostgres({
      dataDir: claimDataDir(join(folder.path, 'postgres')),
      log: () => {},
      onExit: () => {},
      ephemeral: true,
    });
  }, 120_000);
  afterAll(async () => {
    if (auth?.exitCode === null) {
      auth.kill('SIGKILL');
      await once(auth, 'close');
    }
    await postgres.stop();
    folder.remove();
  }, 30_000);

  /** Starts a container with the values of `.env`, and with additional environment variables and arguments. */
  function start(
    name: string,
    env: Record<string, string>,
    additional: Record<string, string> = {},
    args: readonly string[] = [],
  ) {
    const text = interpolate(COMPOSE, env);
    const { configs } = parse(text, { merge: true }) as { configs: Record<string, { content: string }> };
    const envFile = join(folder.path, 'secrets.env');
    writeFileSync(envFile, configs['secrets-env']!.content);
    const { command, environment } = composeContainers(text).find((each) => each.name.endsWith(`: ${name}`))!;
    const inFolder = Object.entries({ ...imageEnvironment('services'), ...environment }).map(
      ([variable, value]) => [
        variable,
        String(value)
          .replace(/^\/secrets(?=\/|$)/, secrets)
          .replace('/secrets.env', envFile),
      ],
    );
    const child = spawn(process.execPath, [...command.slice(1), ...args], {
      cwd: app,
      env: { PATH: process.env['PATH'], ...Object.fromEntries(inFolder), ...additional },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += String(chunk)));
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
    return { child, ended };
  }

  test('have all packages that the modules of all programs import', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', IMPORT_ALL],
      { cwd: app },
    );
    expect(Number(stdout)).toBeGreaterThan(1000);
  }, 60_000);

  test('start on an empty volume without .env: secrets, database and authorization server', async () => {
    const env = { POSTGRES_PASSWORD: postgres.superuser.password };
    const created = await start('create-secrets', env).ended;
    expect(created).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Generated DATABASE_PASSWORD, /),
    });
    for (const value of readdirSync(secrets).map(read)) expect(created.output).not.toContain(value);

    // The host `postgres` exists only in the network of the containers.
    for (const name of readdirSync(secrets).filter((each) => each.endsWith('_URL'))) {
      const url = read(name).replace('@postgres:5432', `@127.0.0.1:${postgres.port}`);
      rmSync(join(secrets, name));
      writeFileSync(join(secrets, name), url);
    }
    const migrated = await start('migrate-database', env).ended;
    expect(migrated).toMatchObject({ code: 0, output: expect.stringContaining('Prepared the database') });

    const [port, adminPort] = await freePorts(2);
    const server = start('auth-server', env, {
      HOST: '127.0.0.1',
      PORT: String(port),
      ADMIN_PORT: String(adminPort),
    });
    auth = server.child;
    let exit: Awaited<typeof server.ended> | undefined;
    void server.ended.then((ended) => (exit = ended));
    await eventually(async () => {
      if (exit !== undefined) return;
      const { ok } = await fetch(`http://127.0.0.1:${adminPort}/health/ready`);
      if (!ok) throw new Error('The authorization server is not ready.');
    });
    expect(exit).toBeUndefined();
    const tenants = await fetch(`http://127.0.0.1:${adminPort}/admin/tenants`, {
      headers: { Authorization: `Bearer ${read('ADMIN_TOKEN')}` },
    });
    expect(tenants.status).toBe(200);
    const token = await fetch(`http://127.0.0.1:${port}/api/v2/auth/token`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${read('BOOTSTRAP_API_KEY')}` },
    });
    expect(token.status).toBe(200);
    auth.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0 });
  }, 90_000);

  test('do not start with a password that PostgreSQL would not take over, unless it was changed there', async () => {
    const env = { POSTGRES_PASSWORD: 'another-password' };
    const { code, output } = await start('create-secrets', env).ended;
    expect(code).toBe(2);
    expect(output).toContain(
      'POSTGRES_PASSWORD: differs from the password that the store got at its first start.',
    );
    expect(output).not.toContain('another-password');
    expect(await start('create-secrets', env, {}, ['--replace']).ended).toMatchObject({ code: 0 });
    expect(read('DATABASE_ADMIN_URL')).toContain('another-password');
  }, 30_000);

  test('run the whole platform in the container standalone', async () => {
    const received: string[] = [];
    const collector = createServer((request, response) => {
      received.push(request.url!);
      request.resume().on('end', () => response.end());
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const { port } = collector.address() as { port: number };
    const { command, environment } = composeContainers(
      interpolate(COMPOSE, { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` }),
    ).find(({ name }) => name.endsWith(': standalone'))!;
    const { PORT, AUTH_PORT, PORTAL_PORT, ADMIN_PORT, DATA_DIR, ...image } = imageEnvironment('standalone');
    expect({ PORT, AUTH_PORT, PORTAL_PORT, ADMIN_PORT, DATA_DIR }).toEqual({
      PORT: '8080',
      AUTH_PORT: '8081',
      PORTAL_PORT: '8082',
      ADMIN_PORT: '9090',
      DATA_DIR: '/data',
    });
    const settings = await createPlatformSettings(join(folder.path, 'data'));
    const url = (each: number): string => `http://localhost:${each}`;
    settings.environment = {
      ...image,
      ...environment,
      PUBLIC_URL: url(settings.port),
      AUTH_URL: url(settings.authPort),
      PORTAL_URL: url(settings.portalPort),
    };
    const platform = await startPlatform(settings, [
      ...['sh', '-euc', 'cd "$0" && exec "$@"', app],
      ...[process.execPath, ...command.slice(1)],
    ]);
    try {
      const tenant = await platform.createTenant();
      await tenant.data('POST', '/api/v2/memories?wait_for=searchable&wait_ms=5000', {
        content: 'The kettle whistles at noon.',
      });
      const { items } = await tenant.data('POST', '/api/v2/search/hybrid', { query: 'kettle' });
      expect(items).toHaveLength(1);
      for (const [name, content] of [
        ['tea.pdf', textPdf('The kettle whistles at noon.')],
        ['tea.html', '<h1>Tea</h1><p>The kettle whistles at noon.</p>'],
        ['tea.md', '# Tea\n\nThe kettle whistles at noon.'],
        ['tea.json', '{"tea": "The kettle whistles at noon."}'],
      ] as const) {
        const form = new FormData();
        form.set('file', new Blob([content]), name);
        const uploaded = await fetch(`${url(settings.port)}/api/v2/documents/upload`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${tenant.token}` },
          body: form,
        });
        const text = await uploaded.text();
        expect([name, uploaded.status, text]).toEqual([name, 201, expect.stringContaining('"active"')]);
      }
      const pdf = JSON.parse(
        readFileSync(join(app, 'node_modules', 'pdfjs-dist', 'package.json'), 'utf8'),
      ) as { version: string };
      for (const page of [
        `${url(settings.port)}/docs/redoc.js`,
        `${url(settings.port)}/openapi.json`,
        `${url(settings.portalPort)}/assets/pdf-${pdf.version}/build/pdf.min.mjs`,
        `${url(settings.portalPort)}/assets/pdf-${pdf.version}/build/pdf.worker.min.mjs`,
        `${url(settings.portalPort)}/assets/pdf-${pdf.version}/cmaps/78-EUC-H.bcmap`,
      ])
        expect([page, (await fetch(page)).status]).toEqual([page, 200]);
      const { status } = await fetch(`${url(settings.portalPort)}/`, { redirect: 'manual' });
      expect(status).toBe(303);
      // The process exports the remaining spans when it stops.
      await platform.stop();
      expect(received).toContain('/v1/traces');
    } finally {
      await platform.stop();
      collector.close();
      collector.closeAllConnections();
    }
  }, 120_000);
});
