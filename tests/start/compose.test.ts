import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { composeContainers } from '@loci/checks/compose-containers';
import { interpolate } from '@loci/checks/interpolate';
import { claimDataDir, startEmbeddedPostgres } from '@loci/postgres/embedded';
import type { EmbeddedPostgres } from '@loci/postgres/embedded';
import { freePorts } from '@loci/runtime/free-ports';
import { parse } from 'yaml';
import { eventually } from '../support/eventually.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const COMPOSE = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');

/** Runs containers of docker-compose.yml as processes, which find the volume `secrets` in a folder. */
describe('docker-compose.yml', () => {
  const folder = createTemporaryFolder();
  const secrets = join(folder.path, 'secrets');
  let postgres: EmbeddedPostgres;
  let auth: ChildProcess | undefined;
  const read = (name: string): string => readFileSync(join(secrets, name), 'utf8');

  beforeAll(async () => {
    postgres = await startEmbeddedPostgres({
      dataDir: claimDataDir(join(folder.path, 'postgres')),
      log: () => {},
      onExit: () => {},
      ephemeral: true,
    });
  }, 60_000);
  afterAll(async () => {
    if (auth?.exitCode === null) {
      auth.kill('SIGKILL');
      await once(auth, 'close');
    }
    await postgres.stop();
    folder.remove();
  }, 30_000);

  /** Starts a container with the values of `.env`, and with additional environment variables. */
  function start(name: string, env: Record<string, string>, additional: Record<string, string> = {}) {
    const text = interpolate(COMPOSE, env);
    const { configs } = parse(text, { merge: true }) as { configs: Record<string, { content: string }> };
    const envFile = join(folder.path, 'secrets.env');
    writeFileSync(envFile, configs['secrets-env']!.content);
    const { command, environment } = composeContainers(text).find((each) => each.name.endsWith(`: ${name}`))!;
    const inFolder = Object.entries(environment).map(([variable, value]) => [
      variable,
      String(value)
        .replace(/^\/secrets(?=\/|$)/, secrets)
        .replace('/secrets.env', envFile),
    ]);
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...command.slice(1)], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], ...Object.fromEntries(inFolder), ...additional },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += String(chunk)));
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
    return { child, ended };
  }

  test('starts on an empty volume without .env: secrets, database and authorization server', async () => {
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

  test('does not start the platform with a password that PostgreSQL would not take over', async () => {
    const { code, output } = await start('create-secrets', { POSTGRES_PASSWORD: 'another-password' }).ended;
    expect(code).toBe(2);
    expect(output).toContain(
      'POSTGRES_PASSWORD: differs from the password that the store got at its first start.',
    );
    expect(output).not.toContain('another-password');
  }, 30_000);
});
