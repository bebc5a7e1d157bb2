import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportAccount } from '@loci/account-export';
import type { ExportRecord } from '@loci/account-export';
import { retry } from '@loci/async';
import { runImport, writeMarkdown } from '@loci/cli';
import { Loci } from '@loci/client';
import { openStandalonePlatform } from '../e2e/open-standalone-platform.ts';
import { connectToPlatform } from '../e2e/test-platform.ts';
import type { TestPlatform } from '../e2e/test-platform.ts';
import type { Tenant } from '../support/tenants.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await connectToPlatform(await openStandalonePlatform());
}, 120_000);
afterAll(() => platform.close());

const clientOf = ({ token }: Tenant): Loci => new Loci({ baseUrl: platform.baseUrl, accessToken: token });

async function exportAll(tenant: Tenant): Promise<ExportRecord[]> {
  const records: ExportRecord[] = [];
  for await (const record of exportAccount(clientOf(tenant), { states: false })) records.push(record);
  return records;
}

/** Waits until the graph service has created the relationships that follow from other changes. */
async function untilRelationships(tenant: Tenant, count: number): Promise<void> {
  await retry(
    async () => {
      const { pagination } = await tenant.data('GET', '/api/v2/relationships');
      if (pagination.total !== count) throw new Error(`${pagination.total} relationships`);
    },
    { attempts: 100, firstDelayMs: 50, maxDelayMs: 200 },
  );
}

/** Stores every kind of data, and returns the tenant. */
async function createContent(): Promise<Tenant> {
  const tenant = await platform.createTenant();
  const create = async (content: string, fields: object = {}): Promise<string> =>
    (await tenant.data('POST', '/api/v2/memories', { content, ...fields })).id;
  const tea = await create('Ada prefers tea.', {
    tags: ['drinks'],
    importance: 0.9,
    occurred_at: '2020-01-02T03:04:05.000Z',
    metadata: { nested: { list: [1, 'two', null] }, conversation_id: 'c1' },
    pinned: true,
    valid_from: '2019-01-01T00:00:00.000Z',
  });
  await tenant.data('PUT', `/api/v2/memories/${tea}`, { importance: 0.4 });
  await tenant.data('PUT', `/api/v2/memories/${tea}`, {
    content: 'Ada prefers green tea.',
    tags: ['drinks', 'green'],
  });
  const city = await create('Ada lives in London.', { memory_type: 'insight', source_type: 'conversation' });
  const town = await create('Ada lives in Turin.', { expires_at: '2999-01-01T00:00:00.000Z' });
  const evolve = async (id: string, body: object): Promise<string> =>
    (await tenant.data('POST', `/api/v2/memories/${id}/evolve`, body)).new_memory_id;
  const suburb = await evolve(city, { new_content: 'Ada lives in Ockham.', evolution_type: 'correction' });
  await evolve(suburb, {
    new_content: 'Ada lives in Ashley Combe.',
    evolution_type: 'expansion',
    original_validity: 'keep',
  });
  const relate = (body: object) => tenant.data('POST', '/api/v2/relationships', body);
  await relate({
    from_id: tea,
    to_id: town,
    relationship_type: 'supports',
    strength: 0.25,
    confidence: 0.75,
    evidence: { page: 3 },
    metadata: { note: 'x' },
  });
  const many = await Promise.all(['One', 'Two', 'Three', 'Four'].map((name) => create(`Fact ${name}`)));
  await relate({
    from_id: many[0],
    to_id: many[1],
    relationship_type: 'sibling_of',
    direction_type: 'BIDIRECTIONAL',
  });
  await relate({
    from_id: many[2],
    to_id: many[1],
    relationship_type: 'part_of',
    direction_type: 'INVERSE_PAIRED',
    inverse_type: 'composed_of',
  });
  const contradict = (source: string, target: string) =>
    tenant.data('POST', '/api/v2/memories/contradictions', {
      source_memory_id: source,
      target_memory_id: target,
      contradiction_type: 'partial',
      confidence: 0.6,
    });
  await contradict(tea, many[0]!);
  const accepted = await contradict(town, many[1]!);
  await tenant.data('POST', `/api/v2/memories/contradictions/${accepted.id}/resolve`, {
    resolution: 'keep_both',
  });
  const resolved = await contradict(many[2]!, many[3]!);
  await tenant.data('POST', `/api/v2/memories/contradictions/${resolved.id}/resolve`, {
    resolution: 'choose_memory_1',
  });
  await tenant.data('POST', '/api/v2/artifacts', { path: '/notes/deep/tea.md', content: '# Tea\n' });
  await clientOf(tenant).documents.upload({
    file: new Blob(['A note about the harbor.']),
    filename: 'harbor.txt',
    metadata: { project: 'atlas' },
  });
  await tenant.data('POST', '/api/v2/personality', { persona_id: 'professional' });
  await tenant.data('POST', '/api/v2/personality/personas', {
    name: 'Gardener',
    identity: 'You are a patient gardener.',
    voice: 'Calm and warm.',
  });
  await tenant.data('POST', '/api/v2/personality/traits', { content: 'Answer briefly.' });
  await untilRelationships(tenant, 6);
  return tenant;
}

/** Times at which the server stores something. The API cannot set them. */
const SERVER_TIMES = new Set(['created_at', 'updated_at', 'recorded_at', 'detected_at']);

/** Replaces IDs by contents and omits times of the server, so that exports of two tenants are comparable. */
function comparable(records: readonly ExportRecord[]): string[] {
  const names = new Map<string, string>();
  for (const record of records) if (record.record === 'memory') names.set(record.id, record.content);
  const lines = records.map((record) =>
    JSON.stringify(record, (key, value: unknown) => {
      if (SERVER_TIMES.has(key) || key === 'user_id') return undefined;
      if (key === 'id') return names.get(String(value));
      if (key === 'carried_from') return 'relationship';
      return typeof value === 'string' ? (names.get(value) ?? value) : value;
    }),
  );
  return lines.sort();
}

/** The revisions of later versions, which have one more change after a restore. */
function withoutLaterRevisions(records: readonly ExportRecord[]): ExportRecord[] {
  return records.map((record) => {
    if (record.record !== 'memory' || record.version === 1) return record;
    const { revisions: _, ...rest } = record;
    return rest;
  });
}

describe('the export of a user who is not an owner', () => {
  it('equals the export of the tenant that it is restored to', async () => {
    const source = await createContent();
    const exported = await exportAll(source);
    const stateDir = mkdtempSync(join(tmpdir(), 'loci-export-'));
    const path = join(stateDir, 'export.ndjson');
    writeFileSync(path, exported.map((record) => `${JSON.stringify(record)}\n`).join(''));
    const target = await platform.createTenant();
    const loci = clientOf(target);
    const report = await runImport({ loci, path, stateDir });
    expect(report.skippedItems).toEqual([]);
    await untilRelationships(target, 6);
    const restored = await exportAll(target);
    expect(comparable(withoutLaterRevisions(restored))).toEqual(comparable(withoutLaterRevisions(exported)));
    const kinds = new Set(exported.map(({ record }) => record));
    expect(kinds).toEqual(
      new Set([
        'header',
        'memory',
        'relationship',
        'contradiction',
        'document',
        'artifact',
        'custom_persona',
        'persona',
      ]),
    );
    const repeated = await runImport({ loci, path, stateDir });
    expect(repeated).toMatchObject({
      createdMemories: 0,
      existingMemories: report.memories,
      createdRelationships: 0,
    });
    expect(comparable(await exportAll(target))).toEqual(comparable(restored));
  });
});

describe('a Markdown folder', () => {
  it('restores versions, relationships, documents and artifacts', async () => {
    const source = await createContent();
    const folder = join(mkdtempSync(join(tmpdir(), 'loci-markdown-')), 'bundle');
    await writeMarkdown(exportAccount(clientOf(source), { states: false }), folder);
    const target = await platform.createTenant();
    const loci = clientOf(target);
    const stateDir = mkdtempSync(join(tmpdir(), 'loci-export-'));
    const report = await runImport({ loci, path: folder, stateDir });
    // A rejected memory without a next version stays active.
    expect(report.skippedItems.map(({ reason }) => reason)).toEqual([
      'It has no next version. Its validity ends instead.',
    ]);
    await untilRelationships(target, 6);
    const kinds = new Set<string>(['memory', 'relationship', 'document', 'artifact']);
    const comparableNotes = (records: readonly ExportRecord[]): string[] =>
      comparable(
        records.flatMap((record): ExportRecord[] => {
          if (!kinds.has(record.record) || JSON.stringify(record).includes('Fact Four')) return [];
          if (record.record !== 'memory') return [record];
          const rest: ExportRecord = { ...record };
          delete rest.revisions;
          // An export derives this field from the replaced states, which the folder does not have.
          return [{ ...rest, original_validity: null }];
        }),
      ).filter((line) => !line.includes('contradicts'));
    expect(comparableNotes(await exportAll(target))).toEqual(comparableNotes(await exportAll(source)));
    expect(await runImport({ loci, path: folder, stateDir })).toMatchObject({ createdMemories: 0 });
  });
});
