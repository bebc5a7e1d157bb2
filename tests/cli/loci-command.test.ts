import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openStandalonePlatform } from '../e2e/open-standalone-platform.ts';
import type { PlatformAddress } from '../e2e/open-standalone-platform.ts';
import { openApiConnection } from '../support/api-connection.ts';
import type { ApiConnection } from '../support/api-connection.ts';
import { documentedCommand, documentedCommands } from '../../infra/documentation/src/documented-commands.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { ALL_PERMISSIONS, createTenant } from '../support/tenants.ts';

const TEST = 'tests/cli/loci-command.test.ts';
const CLI = join(import.meta.dirname, '../../cli');

interface Result {
  exitCode: number;
  stdout: string;
  stderr: string;
}

const folder = createTemporaryFolder();
let platform: PlatformAddress;
let admin: ApiConnection;
let gateway: ApiConnection;
let apiKey: string;

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(CLI, 'build.mjs'), join(folder.path, 'package')]);
  platform = await openStandalonePlatform();
  gateway = openApiConnection(platform.baseUrl);
  admin = openApiConnection(platform.authUrl);
  const { adminToken, baseUrl } = platform;
  const tenant = await createTenant({ send: admin.send, adminToken, gateway: gateway.send, baseUrl });
  ({ apiKey } = await tenant.createKey(ALL_PERMISSIONS));
}, 120_000);
afterAll(async () => {
  admin.close();
  gateway.close();
  await platform.close();
  folder.remove();
});

/** Runs a shell command, in which `loci` is the built package. */
function runShell(command: string, input = ''): Promise<Result> {
  return new Promise((resolve) => {
    const script = `loci() { "${process.execPath}" "${join(folder.path, 'package/loci.js')}" "$@"; }\n${command}`;
    const env = {
      PATH: process.env['PATH'],
      HOME: folder.path,
      XDG_CONFIG_HOME: join(folder.path, 'config'),
      LOCI_URL: platform.baseUrl,
    };
    const child = execFile('sh', ['-euc', script], { env, cwd: folder.path }, (error, stdout, stderr) =>
      resolve({ exitCode: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
    child.stdin!.end(input);
  });
}

describe('the built command', () => {
  test('runs the commands of its README', async () => {
    const commands = documentedCommands('cli/README.md', TEST).join('').replaceAll('npx loci', 'loci');
    const { exitCode, stdout, stderr } = await runShell(commands, `${apiKey}\n`);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: 'Nothing was created. Run the command without --dry-run to import.\n',
    });
    expect(stdout).toContain(`Signed in to ${platform.baseUrl}`);
    expect(stdout.match(/Ada prefers tea to coffee\./gu)).toHaveLength(3);
    const { mcpServers } = JSON.parse(readFileSync(join(folder.path, '.claude.json'), 'utf8')) as {
      mcpServers: unknown;
    };
    expect(mcpServers).toMatchObject({ loci: { args: [join(folder.path, 'package/loci.js'), 'mcp'] } });
    expect(statSync(join(folder.path, 'config/loci/profiles.json')).mode & 0o777).toBe(0o600);
  });

  test.each(['backup loci.backup', 'restore loci.backup', 'db migrate', 'move-to-cluster'])(
    'states where to run loci %s, which needs the packages of the platform',
    async (command) => {
      expect(await runShell(`loci ${command}`)).toEqual({
        exitCode: 2,
        stdout: '',
        stderr:
          'error: This command needs the packages of the platform, which the npm package `loci` does not contain. ' +
          'Run it in the repository of Loci with `npm run -s loci --` instead of `npx loci`.\n',
      });
    },
  );

  test('prints JSON that scripts can read, and the exit code of an error', async () => {
    const stored = await runShell('echo "The harbor opens at six." | loci store --json');
    const { id } = JSON.parse(stored.stdout) as { id: string };
    expect((await runShell(`loci get ${id}`)).stdout).toContain('The harbor opens at six.');
    expect((await runShell('loci get 00000000-0000-7000-8000-000000000000')).exitCode).toBe(4);
    expect((await runShell('loci get x')).exitCode).toBe(5);
    expect((await runShell('LOCI_API_KEY=loci_a_b loci list')).exitCode).toBe(3);
    expect((await runShell('LOCI_API_KEY=loci_a_b loci list --url http://127.0.0.1:1')).exitCode).toBe(6);
  });

  test('imports data of another program once, and restores an export', async () => {
    const source = join(CLI, 'test/import/fixtures/memory.jsonl');
    const dryRun = await runShell(`loci import '${source}' --dry-run`);
    expect(dryRun.stdout).toContain('Format: mcp-memory-server');
    expect(dryRun.stderr).toContain('Nothing was created.');
    const first = await runShell(`loci import '${source}' --json`);
    expect(JSON.parse(first.stdout)).toMatchObject({ createdMemories: 5, createdRelationships: 5 });
    const second = await runShell(`loci import '${source}' --json`);
    expect(JSON.parse(second.stdout)).toMatchObject({ createdMemories: 0, existingMemories: 5 });

    const file = join(folder.path, 'export.ndjson');
    expect((await runShell(`loci export '${file}'`)).exitCode).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const overwrite = await runShell(`loci export '${file}'`);
    expect(overwrite).toMatchObject({ exitCode: 2, stdout: '' });
    const toOutput = await runShell('loci export -');
    expect(toOutput.stdout.split('\n').slice(1)).toEqual(readFileSync(file, 'utf8').split('\n').slice(1));
    const restored = await runShell(`loci import '${file}' --json`);
    expect(JSON.parse(restored.stdout)).toMatchObject({
      format: 'loci-export',
      createdMemories: 0,
      skipped: 0,
    });

    const { adminToken, baseUrl } = platform;
    const target = await createTenant({ send: admin.send, adminToken, gateway: gateway.send, baseUrl });
    const { apiKey: key } = await target.createKey(ALL_PERMISSIONS);
    const copy = documentedCommand('cli/src/export/README.md', TEST);
    await runShell(`TARGET_API_KEY=${key}\n${copy}`);
    const copied = await runShell(`LOCI_API_KEY=${key} loci export -`);
    expect(copied.stdout.split('\n').sort()).toEqual(toOutput.stdout.split('\n').sort());
  });

  test('runs the import of docs/benchmarks.md', async () => {
    const command = documentedCommand('docs/benchmarks.md', TEST);
    const source = join(CLI, 'test/import/fixtures/mem0.json');
    // The shell of the test has no keyword `time`.
    const { exitCode, stdout } = await runShell(
      command.replace(/^time /, '').replace('mem0.json', `'${source}'`),
    );
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringContaining('Format: mem0') });
  });

  test('states what the export of a user who is not an owner omits', async () => {
    const { adminToken, baseUrl } = platform;
    const tenant = await createTenant({ send: admin.send, adminToken, gateway: gateway.send, baseUrl });
    const member = await tenant.createUser();
    const { apiKey: key } = await tenant.createKey(ALL_PERMISSIONS, member);
    const { stdout, stderr } = await runShell(`LOCI_API_KEY=${key} loci export -`);
    expect(stdout).toContain('"version":1');
    expect(stderr).toContain('You are not an owner');
  });

  test.each([
    ['import missing.json', 2, 'missing.json does not exist'],
    ['import package/loci.js', 2, 'format'],
    ['export export-folder --markdown --url http://127.0.0.1:1', 3, ''],
  ])('reports the error of loci %s', async (command, exitCode, message) => {
    const result = await runShell(`loci ${command}`);
    expect(result.exitCode).toBe(exitCode);
    expect(result.stderr).toContain(message);
    expect(result.stderr).not.toContain('    at ');
  });
});
