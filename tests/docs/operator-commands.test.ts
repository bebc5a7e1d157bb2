import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { documentedCommand, documentedCommands } from '../../infra/documentation/src/documented-commands.ts';
import { createPlatformSettings, startPlatform } from '../support/platform-process.ts';
import type { PlatformProcess } from '../support/platform-process.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { ALL_PERMISSIONS } from '../support/tenants.ts';
import type { Tenant } from '../support/tenants.ts';

const TEST = 'tests/docs/operator-commands.test.ts';

const REPLAYED = /^\{"replayed":\{.*"search":0.*\}\}$/;
/** Output that the pages describe, by page and in the order of the commands. */
const OUTPUTS: Record<string, RegExp[]> = {
  'docs/distributed.md': [REPLAYED],
  'docs/reference/events.md': [REPLAYED],
  'docs/runbooks/LociDown.md': [/^200$/],
  'docs/runbooks/LociErasureOverdue.md': [/"status":"active"/],
  'docs/runbooks/LociHighErrorRate.md': [/^\{"status":"ready"\}$/],
  'docs/operations.md': [/^\{"status":"ready"\}$/, /^\{"items":1\}$/],
  'docs/troubleshooting.md': [
    /^\{"status":"ready"\}loci_[^]*\nloci_consumer_lag_events\{group="search"/,
    REPLAYED,
  ],
  'docs/hardening.md': [/^401$/],
  // Stores a memory, so it is the last one.
  'docs/connect-an-assistant.md': [
    /"tenant_id":"[^]*"invitation_url":"http/,
    /"result":.*Ada prefers tea to coffee\./s,
    /resource_metadata=[^]*"authorization_servers":\["http[^]*"registration_endpoint":"http/,
  ],
};

describe('the commands of the pages for operators', () => {
  const folder = createTemporaryFolder();
  const dataDir = join(folder.path, 'restored');
  let platform: PlatformProcess;
  let tenant: Tenant;

  beforeAll(async () => {
    // An empty variable counts as unset, so the platform generates an admin token.
    const settings = await createPlatformSettings(join(folder.path, 'unused'), { ADMIN_TOKEN: '' });
    const start = documentedCommand('docs/recovery.md', TEST);
    const command = start.replace('DATA_DIR=restored', `DATA_DIR=${dataDir}`);
    platform = await startPlatform(settings, ['sh', '-euc', `exec env ${command}`]);
    settings.adminToken = readFileSync(join(dataDir, 'secrets/admin-token'), 'utf8').trim();
    tenant = await platform.createTenant();
    await tenant.data('POST', '/api/v2/memories?wait_for=searchable&wait_ms=5000', {
      content: 'Stored by the test.',
    });
  }, 120_000);
  afterAll(async () => {
    await platform.stop();
    folder.remove();
  }, 30_000);

  async function run(command: string): Promise<string> {
    const { port, authPort, adminPort, adminToken } = platform.settings;
    const { apiKey } = await tenant.createKey(ALL_PERMISSIONS);
    const script = command
      .replaceAll('https://loci.example.com', `http://localhost:${port}`)
      .replaceAll('localhost:8080', `localhost:${port}`)
      .replaceAll('localhost:8081', `localhost:${authPort}`)
      .replaceAll('<ADMIN_PORT>', String(adminPort))
      .replaceAll('<tenant_id>', tenant.tenantId)
      .replaceAll('<the key>', apiKey)
      .replaceAll('.data/', `${dataDir}/`);
    const env = {
      PATH: process.env['PATH'],
      ADMIN_TOKEN: adminToken,
      AUTH_URL: `http://localhost:${authPort}`,
      TENANT_ID: tenant.tenantId,
    };
    const { stdout } = await promisify(execFile)('sh', ['-euc', script], { env });
    return stdout.trim();
  }

  test.each(Object.entries(OUTPUTS))('of %s print what the page describes', async (page, outputs) => {
    const commands = documentedCommands(page, TEST);
    expect(commands).toHaveLength(outputs.length);
    for (const [i, command] of commands.entries()) expect(await run(command)).toMatch(outputs[i]!);
  });
});
