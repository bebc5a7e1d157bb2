import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { quickStartCommands } from '../e2e/suites/quick-start.ts';
import type { Json } from '../support/api-connection.ts';
import { callTool } from '../support/call-tool.ts';
import { eventually } from '../support/eventually.ts';
import { createPlatformSettings, startPlatform } from '../support/platform-process.ts';
import type { PlatformProcess } from '../support/platform-process.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';

const STARTS = 20;

/** Returns the commands that the startup banner prints: store a first memory and find it again. */
const bannerCommands = (banner: string): string =>
  /^ {2}Store a first memory and find it again:\n\n((?: {4}.*\n)+)/m.exec(banner)![1]!;

/** Result of a search: the contents of its hits, the best first, and the number of own changes that it did not wait for. */
interface FirstSearch {
  contents: string[];
  pendingWrites: number;
}

/** Runs commands as a user who pastes them into a shell, and returns the result of the search, which is the last one. */
async function paste(commands: string): Promise<FirstSearch> {
  const { stdout } = await promisify(execFile)('sh', ['-euc', commands]);
  return toFirstSearch(JSON.parse(stdout.slice(stdout.lastIndexOf('{"status"'))));
}

const toFirstSearch = ({ data }: Json): FirstSearch => ({
  contents: data.items.map(({ content }: { content: string }) => content),
  pendingWrites: data.search_metadata.pending_writes,
});

/**
 * Checks that a search has found the memory that was stored directly before it.
 *
 * @returns false if the search says that it did not wait until the memory was indexed
 */
function checkFound({ contents, pendingWrites }: FirstSearch, expected: string[]): boolean {
  if (pendingWrites > 0) return false;
  expect(contents).toEqual(expected);
  return true;
}

/** Returns the number of the four first searches of a platform that found the memory. */
async function runFirstCommands(platform: PlatformProcess): Promise<number> {
  await eventually(async () => expect(platform.output()).toContain('Stop with Ctrl+C.'));
  const banner = platform.output();
  const found: boolean[] = [];
  const tea = 'Ada prefers tea to coffee.';
  found.push(checkFound(await paste(bannerCommands(banner)), [tea]));
  const commands = quickStartCommands()
    .replace('<the key that npm start printed>', /loci_[0-9a-f]+_[A-Za-z0-9_-]+/.exec(banner)![0])
    .replaceAll('http://localhost:8080', `http://localhost:${platform.settings.port}`);
  found.push(checkFound(await paste(commands), [tea, tea]));
  const tenant = await platform.createTenant();
  const { token } = tenant;
  await callTool(platform.send, token, 'store', { content: 'The harbor opens at six.' });
  const recalled = await callTool(platform.send, token, 'recall', { query: 'harbor' });
  found.push(
    checkFound(
      {
        contents: recalled['results'].map(({ content }: { content: string }) => content),
        pendingWrites: recalled['pending_writes'] ?? 0,
      },
      ['The harbor opens at six.'],
    ),
  );
  await tenant.call('POST', '/api/v2/memories', { content: 'The lighthouse is red.' });
  const { body } = await tenant.call('POST', '/api/v2/search/vector', { query: 'lighthouse', limit: 1 });
  found.push(checkFound(toFirstSearch(body), ['The lighthouse is red.']));
  return found.filter((wasFound) => wasFound).length;
}

test(`the first search after the first memory finds it in ${STARTS} fresh starts, with the commands of the startup banner, the README and MCP`, async () => {
  let found = 0;
  for (let start = 0; start < STARTS; start++) {
    const folder = createTemporaryFolder();
    const platform = await startPlatform(await createPlatformSettings(folder.path));
    try {
      found += await runFirstCommands(platform);
    } finally {
      await platform.stop();
      folder.remove();
    }
  }
  // On a busy machine, indexing can take longer than a search waits. If searches do not wait, nearly none finds it.
  expect(found).toBeGreaterThan(0.9 * 4 * STARTS);
}, 1_200_000);
