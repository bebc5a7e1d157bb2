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
  waitUntilConsumed,
  revisionDifferences,
  readIndexedRevisions,
  readStoredRevisions,
} from './index-consistency.ts';
import type { Revisions } from './index-consistency.ts';

const MEMORIES = 60;

/** @see issue "Faults": a damaged or deleted index file is rebuilt at start */
describe('index files damaged while the platform is down', () => {
  const folder = createTemporaryFolder();
  let home: PlatformSettings;
  let tenant: Tenant;
  let truth: Revisions;
  let platform: PlatformProcess;

  const indexFolder = (index: 'keyword' | 'vector'): string => {
    const above = join(folder.path, 'indexes', index);
    // Vectors lie below the name of their model.
    const found = readdirSync(above, { recursive: true, encoding: 'utf8' }).find((name) =>
      name.endsWith(tenant.tenantId),
    );
    return join(above, found!);
  };
  const files = (index: 'keyword' | 'vector'): string[] => {
    const names = readdirSync(indexFolder(index)).filter((name) => !name.endsWith('.damaged'));
    expect(names.length).toBeGreaterThan(0);
    return names.map((name) => join(indexFolder(index), name));
  };
  const both = ['keyword', 'vector'] as const;

  /** Found by both arms: an index that was not filled again has no score to give. */
  async function expectFound(): Promise<void> {
    const { status, body } = await platform.send({
      method: 'POST',
      path: '/api/v2/search/hybrid',
      token: tenant.token,
      body: { query: 'word7 of the harbour', limit: 3 },
    });
    expect(status).toBe(200);
    const [first] = body.data.items;
    expect(first?.content).toContain('word7 ');
    expect([first.score_breakdown.rank_bm25, first.score_breakdown.rank_vector]).not.toContain(null);
    expect(body.data.search_metadata.degraded).toEqual([]);
    expect(body.data.search_metadata.stats.vector_count).toBeGreaterThanOrEqual(MEMORIES);
  }

  beforeAll(async () => {
    home = await createPlatformSettings(folder.path);
    platform = await startPlatform(home);
    tenant = await platform.createTenant();
    for (let i = 0; i < MEMORIES; i++) {
      await tenant.data('POST', '/api/v2/memories', {
        content: `word${i} is written on a ship of the harbour`,
      });
    }
    await waitUntilConsumed(platform, 40_000);
    await eventually(expectFound);
    truth = await readStoredRevisions(folder.path, tenant.tenantId);
    await platform.stop();
  }, 90_000);
  afterAll(() => folder.remove());

  const DAMAGES: readonly [string, () => void][] = [
    ['both folders deleted', () => rmSync(join(folder.path, 'indexes'), { recursive: true })],
    ["the tenant's keyword file deleted", () => files('keyword').forEach((file) => rmSync(file))],
    ["the tenant's vector folder deleted", () => rmSync(indexFolder('vector'), { recursive: true })],
    [
      'both files filled with garbage',
      () => both.flatMap(files).forEach((file) => writeFileSync(file, 'garbage'.repeat(5_000))),
    ],
    ['garbage in the middle of both files', () => both.flatMap(files).forEach(spoilMiddle)],
    [
      'both files cut in half',
      () => both.flatMap(files).forEach((file) => truncateSync(file, Math.floor(statSync(file).size / 2))),
    ],
    ['both files emptied', () => both.flatMap(files).forEach((file) => truncateSync(file, 0))],
  ];

  test.each(DAMAGES)(
    '%s: filled again at the start, by itself',
    async (_, damage) => {
      damage();
      platform = await startPlatform(home);
      try {
        await eventually(expectFound, 40_000);
      } finally {
        await platform.stop();
      }
      const { keyword, vector } = await readIndexedRevisions(folder.path, tenant.tenantId);
      expect([revisionDifferences(truth, keyword), revisionDifferences(truth, vector)]).toEqual([[], []]);
    },
    90_000,
  );
});

/** From the second page on, so that the header still says that all is well. */
function spoilMiddle(file: string): void {
  const size = statSync(file).size;
  if (size === 0) return;
  const descriptor = openSync(file, 'r+');
  for (let at = Math.min(8_192, size >> 1); at < size; at += 8_192) {
    writeSync(descriptor, Buffer.alloc(2_000, 0xa5), 0, 2_000, at);
  }
  closeSync(descriptor);
}
