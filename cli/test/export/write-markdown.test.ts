import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { ExportRecord, MemoryRecord } from '@loci/account-export';
import { readMarkdown } from '../../src/export/read-markdown.ts';
import { writeMarkdown } from '../../src/export/write-markdown.ts';
import { detectFormat } from '../../src/import/detect-format.ts';
import { parseNote } from '../../src/import/formats/markdown-note.ts';
import { listFiles } from '../../src/import/list-files.ts';
import type { ImportItem } from '../../src/import/import-item.ts';

const memory = (id: string, content: string, fields: Partial<MemoryRecord> = {}): MemoryRecord => ({
  record: 'memory',
  id: `00000000-0000-7000-8000-0000${id}`,
  content,
  memory_type: 'fact',
  importance: 0.5,
  confidence: 0.8,
  metadata: {},
  tags: ['tea'],
  occurred_at: '2026-01-02T03:04:05.000Z',
  valid_from: null,
  valid_until: null,
  expires_at: null,
  pinned: false,
  source_type: 'direct_input',
  user_id: 'user',
  created_at: '2026-01-02T03:04:05.000Z',
  updated_at: '2026-01-02T03:04:05.000Z',
  lifecycle_state: 'active',
  version: 1,
  previous_id: null,
  evolution_type: null,
  original_validity: null,
  ...fields,
});

const FIRST = memory('aaaaaaaa', 'Ada prefers: tea / coffee?\nSince 1835.', { pinned: true });
const OLD = memory('bbbbbbbb', 'Ada lives in London.', { lifecycle_state: 'evolved' });
const NEW = memory('cccccccc', 'Ada lives in Turin.', {
  version: 2,
  previous_id: OLD.id,
  metadata: { a: 1 },
});

const relationship = (from: MemoryRecord, to: MemoryRecord, type: string): ExportRecord => ({
  record: 'relationship',
  id: 'r',
  from_id: from.id,
  to_id: to.id,
  relationship_type: type,
  direction_type: 'DIRECTED',
  inverse_type: null,
  strength: 0.5,
  confidence: 0.8,
  evidence: {},
  traversal_properties: {},
  metadata: {},
  created_at: '2026-01-02T03:04:05.000Z',
  valid_from: null,
  valid_until: null,
});

async function write(records: ExportRecord[]) {
  const folder = mkdtempSync(join(tmpdir(), 'loci-markdown-'));
  async function* all() {
    yield* records;
  }
  return { folder, summary: await writeMarkdown(all(), join(folder, 'bundle')) };
}

describe('writeMarkdown', () => {
  it('writes notes with front matter, links and relations, in folders by type', async () => {
    const { folder, summary } = await write([FIRST, OLD, NEW, relationship(FIRST, NEW, 'supports')]);
    expect(summary).toEqual({ memories: 3, relationships: 1, documents: 0, artifacts: 0, skipped: 0 });
    const note = readFileSync(
      join(folder, 'bundle/memories/fact/Ada prefers tea coffee aaaaaaaa.md'),
      'utf8',
    );
    expect(note).toBe(`---
title: "Ada prefers: tea / coffee?"
type: fact
permalink: ${FIRST.id}
tags:
  - tea
created: 2026-01-02T03:04:05.000Z
importance: 0.5
confidence: 0.8
source: direct_input
version: 1
updated: 2026-01-02T03:04:05.000Z
pinned: true
relations:
- id: r
  type: supports
  to: "[[memories/fact/Ada lives in Turin cccccccc]]"
  direction: DIRECTED
  strength: 0.5
  confidence: 0.8
---

Ada prefers: tea / coffee?
Since 1835.

## Relations

- supports [[memories/fact/Ada lives in Turin cccccccc]]
`);
    const later = readFileSync(join(folder, 'bundle/memories/fact/Ada lives in Turin cccccccc.md'), 'utf8');
    expect(later).toContain(
      'previous: "[[memories/superseded/Ada lives in London bbbbbbbb]]"\nmetadata:\n  a: 1\n',
    );
  });

  it('writes a folder that the importer of Markdown reads with its types of relations', async () => {
    const { folder } = await write([
      FIRST,
      NEW,
      relationship(FIRST, NEW, 'supports'),
      relationship(FIRST, FIRST, 'tests'),
    ]);
    const { format, path } = await detectFormat(join(folder, 'bundle'));
    expect(format.name).toBe('basic-memory');
    const items: ImportItem[] = [];
    for await (const item of format.read(path)) items.push(item);
    expect(items).toContainEqual(
      expect.objectContaining({ kind: 'memory', externalId: NEW.id, tags: ['tea'] }),
    );
    expect(items).toContainEqual(
      expect.objectContaining({
        kind: 'relationship',
        from: FIRST.id,
        to: NEW.id,
        relationshipType: 'supports',
      }),
    );
  });

  it('writes artifacts and documents, but no file outside of the folder', async () => {
    const { folder, summary } = await write([
      { record: 'artifact', path: '/notes/tea.md', content: '# Tea' },
      { record: 'artifact', path: '../../outside.md', content: 'x' },
      {
        record: 'document',
        id: 'd1',
        filename: '../report.txt',
        metadata: {},
        created_at: '',
        file: Buffer.from('Report').toString('base64'),
      },
    ]);
    expect(summary).toMatchObject({ artifacts: 1, documents: 1, skipped: 1 });
    expect(readFileSync(join(folder, 'bundle/artifacts/notes/tea.md'), 'utf8')).toBe('# Tea');
    expect(readFileSync(join(folder, 'bundle/documents/d1/report.txt'), 'utf8')).toBe('Report');
    expect(existsSync(join(folder, 'outside.md'))).toBe(false);
  });

  it('writes the folder of the memories as a bundle of the Open Knowledge Format', async () => {
    const { folder } = await write([FIRST, OLD, NEW, relationship(FIRST, NEW, 'supports')]);
    const root = join(folder, 'bundle/memories');
    for await (const { path, name } of listFiles(root, '.md')) {
      const { properties, problem } = parseNote(readFileSync(path, 'utf8'));
      expect(problem).toBeUndefined();
      // Only the index of the root has no type.
      expect(Object.keys(properties)).toEqual(
        name === 'index.md' ? ['okf_version'] : expect.arrayContaining(['type']),
      );
    }
    expect(readFileSync(join(root, 'index.md'), 'utf8')).toBe(
      `---
okf_version: "0.2"
---

# Memories

* [fact](fact/)
* [superseded](superseded/)
`,
    );
  });

  it('adds no relationship to a note that is too long', async () => {
    const long = memory('dddddddd', 'x'.repeat(1024 * 1024 + 1));
    const { summary } = await write([long, NEW, relationship(long, NEW, 'supports')]);
    expect(summary).toMatchObject({ relationships: 0, skipped: 1 });
  });
});

describe('readMarkdown', () => {
  async function read(folder: string): Promise<ExportRecord[]> {
    const records: ExportRecord[] = [];
    for await (const record of readMarkdown(folder)) records.push(record);
    return records;
  }

  it('returns what was written, earlier versions first', async () => {
    const tricky = memory('eeeeeeee', '\n---\nA rule.\r\n\n## Relations\n\n- x [[y]]\n\n', {
      metadata: { text: 'a\n---\nb' },
      expires_at: '2999-01-01T00:00:00.000Z',
    });
    const records: ExportRecord[] = [
      { ...NEW, evolution_type: 'correction', original_validity: 'keep' },
      tricky,
      OLD,
      {
        ...relationship(tricky, OLD, 'part_of'),
        direction_type: 'INVERSE_PAIRED',
        inverse_type: 'composed_of',
        evidence: { page: 3 },
        valid_from: '2020-01-01T00:00:00.000Z',
      } as ExportRecord,
      {
        record: 'document',
        id: 'd1',
        filename: 'a/b.txt',
        metadata: { a: 1 },
        created_at: '',
        file: 'UmVwb3J0',
      },
      { record: 'artifact', path: '/notes/tea.md', content: '# Tea' },
    ];
    // A note refers to the previous one, so it is written after it.
    const { folder } = await write([records[2]!, ...records.filter((_, index) => index !== 2)]);
    const found = await read(join(folder, 'bundle'));
    expect(found.map(({ record }) => record)).toEqual([
      'header',
      'memory',
      'memory',
      'memory',
      'relationship',
      'document',
      'artifact',
    ]);
    expect(found.at(3)).toMatchObject({ id: NEW.id, version: 2 });
    const { user_id: _, original_validity: __, ...expected } = tricky;
    expect(found).toContainEqual(expect.objectContaining(expected));
    expect(found).toContainEqual(
      expect.objectContaining({
        id: NEW.id,
        previous_id: OLD.id,
        evolution_type: 'correction',
        original_validity: 'keep',
        metadata: { a: 1 },
      }),
    );
    expect(found.slice(4)).toEqual(
      records
        .slice(3)
        .map((record) => ({ ...record, ...(record.record === 'relationship' && { created_at: '' }) })),
    );
  });

  it('rejects a note with invalid front matter', async () => {
    const { folder } = await write([FIRST]);
    const note = join(folder, 'bundle/memories/fact/Broken.md');
    writeFileSync(note, '---\ntype: [\n---\n\nText\n');
    await expect(read(join(folder, 'bundle'))).rejects.toThrow(
      'Broken.md: The front matter is not valid YAML.',
    );
  });
});
