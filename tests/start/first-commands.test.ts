import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { callTool } from '../support/call-tool.ts';
import { eventually } from '../support/eventually.ts';
import { createPlatformSettings, startPlatform } from '../support/platform-process.ts';
import type { PlatformProcess } from '../support/platform-process.ts';
import { readmeCommands } from '../support/readme-commands.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';

const STARTS = 20;

/** Returns the commands that the startup banner prints: store a first memory and find it again. */
const bannerCommands = (banner: string): string =>
  /^ {2}Store a first memory and find it again:\n\n((?: {4}.*\n)+)/m.exec(banner)![1]!;

/** Runs commands as a user who pastes them into a shell, and returns the response of the last one. */
async function paste(commands: string) {
  const { stdout } = await promisify(execFile)('sh', ['-euc', commands]);
  return JSON.parse(stdout.slice(stdout.lastIndexOf('{"status"'))) as {
    data: { items: { content: string }[]; search_metadata: { pending_writes: number } };
  };
}

async function runFirstCommands(platform: PlatformProcess): Promise<void> {
  await eventually(async () => expect(platform.output()).toContain('Stop with Ctrl+C.'));
  const banner = platform.output();
  const first = await paste(bannerCommands(banner));
  expect(first.data.items.map(({ content }) => content)).toEqual(['Ada prefers tea to coffee.']);
  const second = await paste(
    readmeCommands()
      .replace('<the key that npm start printed>', /loci_[0-9a-f]+_[A-Za-z0-9_-]+/.exec(banner)![0])
      .replaceAll('http://localhost:8080', `http://localhost:${platform.settings.port}`),
  );
  expect(second.data.items.map(({ content }) => content)).toEqual([
    'Ada prefers tea to coffee.',
    'Ada prefers tea to coffee.',
  ]);
  const tenant = await platform.createTenant();
  const { token } = tenant;
  await callTool(platform.send, token, 'store', { content: 'The harbor opens at six.' });
  expect(await callTool(platform.send, token, 'recall', { query: 'harbor' })).toMatchObject({
    results: [{ content: 'The harbor opens at six.' }],
  });
  await tenant.call('POST', '/api/v2/memories', { content: 'The lighthouse is red.' });
  const { body } = await tenant.call('POST', '/api/v2/search/vector', { query: 'lighthouse', limit: 1 });
  expect(body.data.items).toMatchObject([{ content: 'The lighthouse is red.' }]);
  expect(body.data.search_metadata.pending_writes).toBe(0);
}

// A search that does not wait for the caller's own changes fails in nearly every start.
test(`the first search after the first memory finds it in ${STARTS} fresh starts, with the commands of the startup banner, the README and MCP`, async () => {
  for (let start = 0; start < STARTS; start++) {
    const folder = createTemporaryFolder();
    const platform = await startPlatform(await createPlatformSettings(folder.path));
    try {
      await runFirstCommands(platform);
    } finally {
      await platform.stop();
      folder.remove();
    }
  }
}, 1_200_000);
