import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { documentedCommands } from '../support/documented-commands.ts';
import { createPlatformSettings, startPlatform } from '../support/platform-process.ts';
import type { PlatformProcess } from '../support/platform-process.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';

const TEST = 'tests/docs/operator-commands.test.ts';

/** Output that the pages describe, by page and in the order of the commands. */
const OUTPUTS: Record<string, RegExp[]> = {
  'docs/operations.md': [/^\{"status":"ready"\}$/, /^\{"items":1\}$/],
  'docs/troubleshooting.md': [
    /^\{"status":"ready"\}loci_[^]*\nloci_consumer_lag_events\{group="search"/,
    /^\{"replayed":\{.*"search":0.*\}\}$/,
  ],
  'docs/hardening.md': [/^401$/],
};

describe('the commands of the pages for operators', () => {
  const folder = createTemporaryFolder();
  let platform: PlatformProcess;

  beforeAll(async () => {
    const settings = await createPlatformSettings(join(folder.path, 'unused'));
    const [start] = documentedCommands('docs/recovery.md', TEST) as [string];
    const command = start.replace('DATA_DIR=restored', `DATA_DIR=${join(folder.path, 'restored')}`);
    platform = await startPlatform(settings, ['sh', '-euc', `exec env ${command}`]);
    const tenant = await platform.createTenant();
    await tenant.data('POST', '/api/v2/memories?wait_for=searchable&wait_ms=5000', {
      content: 'Stored by the test.',
    });
  }, 120_000);
  afterAll(async () => {
    await platform.stop();
    folder.remove();
  }, 30_000);

  async function run(command: string): Promise<string> {
    const { port, adminPort, adminToken } = platform.settings;
    const script = command
      .replaceAll('localhost:8080', `localhost:${port}`)
      .replaceAll('<ADMIN_PORT>', String(adminPort));
    const env = { PATH: process.env['PATH'], ADMIN_TOKEN: adminToken };
    const { stdout } = await promisify(execFile)('sh', ['-euc', script], { env });
    return stdout.trim();
  }

  test.each(Object.entries(OUTPUTS))('of %s print what the page describes', async (page, outputs) => {
    const commands = documentedCommands(page, TEST);
    expect(commands).toHaveLength(outputs.length);
    for (const [i, command] of commands.entries()) expect(await run(command)).toMatch(outputs[i]!);
  });
});
