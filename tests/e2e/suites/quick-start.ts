import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { documentedCommands } from '../../../infra/documentation/src/documented-commands.ts';
import { eventually } from '../../support/eventually.ts';
import { ALL_PERMISSIONS } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

/** Returns the commands of the quick start in the README. */
export const quickStartCommands = (): string =>
  documentedCommands('README.md', 'tests/e2e/suites/quick-start.ts').join('');

/** Defines tests that run the commands of the quick start. @see README.md#quick-start */
export function describeQuickStart(platform: TestPlatform): void {
  describe('quick start of the README', () => {
    test('finds a stored memory by other words', async () => {
      const tenant = await platform.createTenant();
      const { apiKey } = await tenant.createKey(ALL_PERMISSIONS);
      const commands = quickStartCommands()
        .replace('<the key that npm start printed>', apiKey)
        .replaceAll('http://localhost:8080', platform.baseUrl);
      expect(commands).toContain('/api/v2/search/hybrid');
      const search = commands.slice(commands.lastIndexOf('curl'));
      const run = promisify(execFile);
      const first = await run('sh', ['-euc', commands]);
      expect(first.stdout).toContain('"content":"Ada prefers tea to coffee."');
      // On a slow machine, indexing can take longer than a search waits.
      const tokenOnly = commands.slice(0, commands.indexOf('# Store a memory.'));
      await eventually(async () => {
        const { stdout } = await run('sh', ['-euc', `${tokenOnly}\n${search}`]);
        expect(JSON.parse(stdout).data.items[0]).toMatchObject({ content: 'Ada prefers tea to coffee.' });
      });
    });
  });
}
