import { join } from 'node:path';
import { startTokenProxy } from '../token-proxy.ts';
import { insist } from './check.ts';
import type { Check } from './check.ts';

/**
 * The MCP suite's scenarios that a revision requires. Fails on whatever `baseline-<revision>.yml` does not insist,
 * and on what that expects and is fine by now.
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
      const code = await suite.ends();
      const summary = suite.output().slice(suite.output().indexOf('=== SUMMARY ==='));
      insist(code === 0, `The suite ends with ${code}:\n${summary}`);
      const passed = [...summary.matchAll(/^✓ ([\w-]+)/gm)].map(([, name]) => name);
      return `${/^Total: .*$/m.exec(summary)?.[0] ?? ''}, as the baseline says; whole: ${passed.join(', ')}`;
    } finally {
      await proxy.close();
    }
  },
});
