import {
  closeSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { createPlatformSettings, startPlatform } from '../support/platform-process.ts';
import type { PlatformSettings, PlatformProcess } from '../support/platform-process.ts';
import type { Tenant } from '../support/tenants.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import {
  NO_DIFFERENCES,
  findIndexDifferences,
  readStoredRevisions,
  waitUntilConsumed,
} from './index-consistency.ts';
import type { Revisions } from './index-consistency.ts';

const MEMORIES = 60;

/** Damages index files and restarts the platform. @see docs/reference/events.md#rebuild-and-reconcile */
describe('index files of a stopped platform', () => {
  const folder = createTemporaryFolder();
  let settings: PlatformSettings;
  let tenant: Tenant;
  let stored: Revisions;
  let platform: PlatformProcess;

  const indexFolder = (index: 'keyword' | 'vector'): string => {
    const root = join(folder.path, 'indexes', index);
    // Vector indexes are in a subfolder named after their model.
    const found = readdirSync(root, { recursive: true, encoding: 'utf8' }).find((name) =>
      name.endsWith(tenant.tenantId),
    );
    return join(root, found!);
  };
  const files = (index: 'keyword' | 'vector'): string[] => {
    const names = readdirSync(indexFolder(index)).filter((name) => !name.endsWith('.damaged'));
    expect(names.length).toBeGreaterThan(0);
    return names.map((name) => join(indexFolder(index), name));
  };
  const both = ['keyword', 'vector'] as const;

  /** Expects a search result with a rank in both indexes, which a missing index cannot provide. */
  async function expectFound(): Promise<void> {
    const { status, body } = await platform.send({
      method: 'POST',
      path: '/api/v2/search/hybrid',
      token: tenant.token,
      body: { query: 'word7 in the harbor', limit: 3 },
    });
    expect(status).toBe(200);
    const [first] = body.data.items;
    expect(first?.content).toContain('word7 ');
    expect([first.score_breakdown.rank_bm25, first.score_breakdown.rank_vector]).not.toContain(null);
    expect(body.data.search_metadata.degraded).toEqual([]);
    expect(body.data.search_metadata.stats.vector_count).toBeGreaterThanOrEqual(MEMORIES);
  }

  beforeAll(async () => {
    settings = await createPlatformSettings(folder.path);
    platform = await startPlatform(settings);
    tenant = await platform.createTenant();
    for (let i = 0; i < MEMORIES; i++) {
      await tenant.data('POST', '/api/v2/memories', {
        content: `word${i} is written on a ship in the harbor`,
      });
    }
    await waitUntilConsumed(platform, 40_000);
    await eventually(expectFound);
    stored = await readStoredRevisions(folder.path, tenant.tenantId);
    await platform.stop();
  }, 90_000);
  afterAll(() => folder.remove());

  const DAMAGES: readonly [string, () => void][] = [
    ['deleting both index folders', () => rmSync(join(folder.path, 'indexes'), { recursive: true })],
    ['deleting the keyword index file of the tenant', () => files('keyword').forEach((file) => rmSync(file))],
    [
      'deleting the vector index folder of the tenant',
      () => rmSync(indexFolder('vector'), { recursive: true }),
    ],
    [
      'overwriting both index files',
      () => both.flatMap(files).forEach((file) => writeFileSync(file, 'garbage'.repeat(5_000))),
    ],
    ['overwriting parts of both index files', () => both.flatMap(files).forEach(overwritePages)],
    [
      'truncating both index files to half',
      () => both.flatMap(files).forEach((file) => truncateSync(file, Math.floor(statSync(file).size / 2))),
    ],
    ['emptying both index files', () => both.flatMap(files).forEach((file) => truncateSync(file, 0))],
  ];

  test.each(DAMAGES)(
    'are rebuilt at the next start after %s',
    async (_, damage) => {
      damage();
      platform = await startPlatform(settings);
      try {
        await eventually(expectFound, 40_000);
      } finally {
        await platform.stop();
      }
      expect(await findIndexDifferences(folder.path, tenant.tenantId, stored)).toEqual(NO_DIFFERENCES);
    },
    90_000,
  );
});

/** Overwrites a part of each page except the first, so that the file header stays valid. */
function overwritePages(file: string): void {
  const size = statSync(file).size;
  if (size === 0) return;
  const descriptor = openSync(file, 'r+');
  for (let at = Math.min(8_192, size >> 1); at < size; at += 8_192) {
    writeSync(descriptor, Buffer.alloc(2_000, 0xa5), 0, 2_000, at);
  }
  closeSync(descriptor);
}
