import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportAccount } from '@loci/account-export';
import type { ExportRecord } from '@loci/account-export';
import { runImport } from '@loci/cli';
import type { ImportReport } from '@loci/cli';
import { Loci } from '@loci/client';
import { openStandalonePlatform } from '../e2e/open-standalone-platform.ts';
import { connectToPlatform } from '../e2e/test-platform.ts';
import type { TestPlatform } from '../e2e/test-platform.ts';
import { eventually } from '../support/eventually.ts';
import type { Tenant } from '../support/tenants.ts';
import { createLargeTenant } from './large-tenant.fixture.ts';

let platform: TestPlatform;
let stateDir: string;
beforeAll(async () => {
  platform = await connectToPlatform(await openStandalonePlatform());
  stateDir = mkdtempSync(join(tmpdir(), 'loci-lossless-'));
}, 120_000);
afterAll(() => platform.close());

const clientOf = ({ token }: Tenant): Loci => new Loci({ baseUrl: platform.baseUrl, accessToken: token });

async function exportAll(tenant: Tenant): Promise<ExportRecord[]> {
  const records: ExportRecord[] = [];
  for await (const record of exportAccount(clientOf(tenant))) records.push(record);
  return records;
}

/** Returns the lines of an export in the order of their bytes. */
const sorted = (records: readonly ExportRecord[]): string[] =>
  records.map((record) => JSON.stringify(record)).sort();

function importAll(
  tenant: Tenant,
  records: readonly ExportRecord[],
  folder = stateDir,
): Promise<ImportReport> {
  const path = join(stateDir, 'export.ndjson');
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return runImport({ loci: clientOf(tenant), path, stateDir: folder });
}

const countsOf = (records: readonly ExportRecord[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { record } of records) counts[record] = (counts[record] ?? 0) + 1;
  return counts;
};

describe('the export of an owner', () => {
  it('equals the export of the empty tenant that it is restored to, byte for byte', async () => {
    const source = await createLargeTenant(platform);
    const exported = await exportAll(source);
    const target = await platform.createTenant();
    const report = await importAll(target, exported);
    expect(report.skippedItems).toEqual([]);
    expect(sorted(await exportAll(target))).toEqual(sorted(exported));
    expect(exported.at(-1)).toMatchObject({ persona_id: null, persona_name: 'Gardener' });
    expect(countsOf(exported)).toMatchObject({
      header: 1,
      custom_persona: 1,
      context_state: 1,
      contradiction_state: 5,
    });
    expect(report).toMatchObject({ existingMemories: 0, createdMemories: report.memories });

    // Repeated on another machine, and after the consumers have handled all events.
    await eventually(async () => {
      const { pagination } = await target.data('GET', '/api/v2/relationships');
      expect(pagination.total).toBeGreaterThan(24);
    });
    const repeated = await importAll(target, exported, mkdtempSync(join(tmpdir(), 'loci-lossless-')));
    expect(repeated).toMatchObject({
      createdMemories: 0,
      existingMemories: report.memories,
      createdRelationships: 0,
      existingRelationships: report.relationships,
    });
    expect(sorted(await exportAll(target))).toEqual(sorted(exported));
  }, 120_000);

  it('changes neither settings nor documents of a tenant that has its own', async () => {
    const source = clientOf(await platform.createTenant());
    const target = await platform.createTenant();
    const file = { file: new Blob(['A note about the lighthouse.']), filename: 'lighthouse.txt' };
    const defaults = [{ memory_type: 'task' as const, ttl_seconds: 60 }];
    const { id } = await source.documents.upload(file);
    await source.settings.setRetention({ defaults });
    const existing = await clientOf(target).documents.upload(file);
    await clientOf(target).settings.setRetention({ defaults: [{ ...defaults[0]!, ttl_seconds: 90 }] });
    const records: ExportRecord[] = [];
    for await (const record of exportAccount(source)) records.push(record);
    const report = await importAll(target, records);
    expect(report.skippedItems.map(({ where, reason }) => [where, reason])).toEqual([
      ['retention', 'The tenant has other retention defaults.'],
      [`document ${id}`, `The tenant has the same file with the ID ${existing.id}.`],
    ]);
    expect((await clientOf(target).settings.retention()).defaults[0]!.ttl_seconds).toBe(90);
  });

  it('of thousands of memories is restored in bulk requests', async () => {
    const source = await platform.createTenant();
    for (let page = 0; page < 5; page++) {
      const memories = Array.from({ length: 1000 }, (_, i) => ({ content: `Fact ${page}-${i} about tea.` }));
      await source.data('POST', '/api/v2/memories/bulk', { memories });
    }
    const exported = await exportAll(source);
    const target = await platform.createTenant();
    const startedAt = Date.now();
    expect(await importAll(target, exported)).toMatchObject({ createdMemories: 5000, skipped: 0 });
    if (process.env['IMPORT_RATE'] !== undefined)
      console.log(`${Math.round(5e6 / (Date.now() - startedAt))} restored memories/s`);
    expect(sorted(await exportAll(target))).toEqual(sorted(exported));
  }, 120_000);
});
