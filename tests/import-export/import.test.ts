import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runImport } from '@loci/cli';
import { Loci } from '@loci/client';
import { openStandalonePlatform } from '../e2e/open-standalone-platform.ts';
import { connectToPlatform } from '../e2e/test-platform.ts';
import type { TestPlatform } from '../e2e/test-platform.ts';

const FIXTURES = join(import.meta.dirname, '../../cli/test/import/fixtures');

let platform: TestPlatform;
beforeAll(async () => {
  platform = await connectToPlatform(await openStandalonePlatform());
}, 120_000);
afterAll(() => platform.close());

async function openAccount() {
  const tenant = await platform.createTenant();
  const loci = new Loci({ baseUrl: platform.baseUrl, accessToken: tenant.token });
  return { tenant, loci, stateDir: mkdtempSync(join(tmpdir(), 'loci-import-state-')) };
}

describe('an import into a running platform', () => {
  it('stores an Obsidian vault with links and tags, and nothing twice', async () => {
    const { tenant, loci, stateDir } = await openAccount();
    const path = join(FIXTURES, 'obsidian');
    const report = await runImport({ loci, path, stateDir });
    expect(report).toMatchObject({ createdMemories: 3, createdRelationships: 3 });
    const repeated = await runImport({
      loci,
      path,
      stateDir: mkdtempSync(join(tmpdir(), 'loci-import-other-')),
    });
    expect(repeated).toMatchObject({ createdMemories: 0, existingMemories: 3, existingRelationships: 3 });
    const memories = (await tenant.data('GET', '/api/v2/memories?tags=hardware')).items;
    expect(memories).toMatchObject([
      {
        tags: ['hardware', 'idea', 'project'],
        source_type: 'api_import',
        occurred_at: '2026-01-15T00:00:00.000Z',
        metadata: { title: 'Engine', import: { format: 'obsidian', id: 'Engine.md' } },
      },
    ]);
    const relationships = (await tenant.data('GET', `/api/v2/relationships?from_id=${memories[0].id}`)).items;
    expect(relationships).toMatchObject([{ relationship_type: 'references' }]);
  });

  it.each([
    ['memory.jsonl', 5],
    ['mem0.json', 3],
    ['mcp-memory-service.json', 2],
    ['basic-memory', 2],
    ['chatgpt', 2],
    ['claude', 2],
    ['claude-code', 2],
    ['codex', 3],
  ])('stores all memories of %s', async (name, count) => {
    const { tenant, loci, stateDir } = await openAccount();
    expect(await runImport({ loci, path: join(FIXTURES, name), stateDir })).toMatchObject({
      createdMemories: count,
    });
    expect((await tenant.data('GET', '/api/v2/memories')).pagination.total).toBe(count);
  });

  it('stores thousands of memories in bulk requests', async () => {
    const { tenant, loci, stateDir } = await openAccount();
    const path = join(stateDir, 'export.json');
    const memories = Array.from({ length: 5000 }, (_, i) => ({
      id: `m${i}`,
      memory: `Fact number ${i} about tea.`,
    }));
    writeFileSync(path, JSON.stringify(memories));
    const startedAt = Date.now();
    const report = await runImport({ loci, path, stateDir });
    expect(report.createdMemories).toBe(5000);
    expect((await tenant.data('GET', '/api/v2/memories')).pagination.total).toBe(5000);
    if (process.env['IMPORT_RATE'] !== undefined)
      console.log(`${Math.round(5e6 / (Date.now() - startedAt))} memories/s`);
  });
});
