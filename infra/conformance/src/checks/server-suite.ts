import { join } from 'node:path';
import { startTokenProxy } from '../token-proxy.ts';
import { assert } from './check.ts';
import type { Check } from './check.ts';

/**
 * Runs the conformance suite's server scenarios for a protocol revision. Fails if a check fails that
 * `baseline-<revision>.yml` does not list, or if a check passes that it lists.
 */
export const serverSuite = (revision: string): Check => ({
  name: `suite-${revision}`,
  run: async ({ platform, accessToken, folder, start }) => {
    const proxy = await startTokenProxy(platform.gatewayUrl, accessToken);
    try {
      const baseline = join(folder, `baseline-${revision}.yml`);
      const suite = start('conformance', [
        ...['server', '--url', `${proxy.url}/mcp`],
        ...['--requirements', revision, '--expected-failures', baseline],
      ]);
      const code = await suite.waitForExit();
      const summary = suite.output().slice(suite.output().indexOf('=== SUMMARY ==='));
      assert(code === 0, `The suite exited with code ${code}:\n${summary}`);
      const passed = [...summary.matchAll(/^✓ ([\w-]+)/gm)].map(([, name]) => name);
      return `${/^Total: .*$/m.exec(summary)?.[0] ?? ''}, as in the baseline; passed completely: ${passed.join(', ')}`;
    } finally {
      await proxy.close();
    }
  },
});
