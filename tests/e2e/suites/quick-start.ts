import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { ALL_PERMISSIONS } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

const README = join(import.meta.dirname, '../../../README.md');

/** The commands of README.md's first minute, as they stand there. */
function readmeCommands(): string {
  const section = readFileSync(README, 'utf8').split('## Your first memory, in a minute')[1]!;
  return section.split('```sh\n')[1]!.split('```')[0]!;
}

/** What README.md tells a newcomer to paste. */
export function describeFirstMinute(platform: TestPlatform): void {
  describe('the first minute of README.md', () => {
    test('its commands store a memory and find it by other words', async () => {
      const tenant = await platform.createTenant();
      const { apiKey } = await tenant.createKey(ALL_PERMISSIONS);
      const commands = readmeCommands()
        .replace('<the key that npm start printed>', apiKey)
        .replaceAll('http://localhost:8080', platform.baseUrl);
      expect(commands).toContain('/api/v2/search/hybrid');
      const search = commands.slice(commands.lastIndexOf('curl'));
      const run = promisify(execFile);
      const first = await run('sh', ['-euc', commands]);
      expect(first.stdout).toContain('"content":"Ada prefers tea to coffee."');
      // A person needs longer for the next paste than an index does; this machine is not always as patient.
      const tokenOnly = commands.slice(0, commands.indexOf('# Store something.'));
      await eventually(async () => {
        const { stdout } = await run('sh', ['-euc', `${tokenOnly}\n${search}`]);
        expect(JSON.parse(stdout).data.items[0]).toMatchObject({ content: 'Ada prefers tea to coffee.' });
      });
    });
  });
}
