import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ImportJournal } from '../../src/import/journal/sqlite-import-journal.ts';
import { accountOf } from '../../src/import/account.ts';
import { runImport } from '../../src/import/run-import.ts';
import type { ImportProgress } from '../../src/import/run-import.ts';
import { FakeServer } from './fake-server.ts';

let server: FakeServer;
let stateDir: string;
let folder: string;

beforeEach(() => {
  server = new FakeServer();
  stateDir = mkdtempSync(join(tmpdir(), 'loci-import-state-'));
  folder = mkdtempSync(join(tmpdir(), 'loci-import-data-'));
});

function writeMemories(count: number, from = 0): string {
  const path = join(folder, 'export.json');
  const memories = Array.from({ length: count }, (_, i) => ({
    id: `id-${from + i}`,
    memory: `Fact ${from + i}`,
  }));
  writeFileSync(path, JSON.stringify({ results: memories }));
  return path;
}

const fixture = (name: string): string => join(import.meta.dirname, 'fixtures', name);

describe('runImport', () => {
  it('creates memories and relationships between them', async () => {
    const report = await runImport({ loci: server.connect(), path: fixture('memory.jsonl'), stateDir });
    expect(report).toMatchObject({
      format: 'mcp-memory-server',
      memories: 5,
      createdMemories: 5,
      relationships: 5,
      createdRelationships: 5,
      byType: { reference: 2, fact: 3 },
      skipped: 2,
    });
    const idOf = (content: string): string =>
      server.memories.find((memory) => memory.content === content)!.id;
    expect(server.relationships).toContainEqual({
      from_id: idOf('Ada (person)'),
      to_id: idOf('Analytical Engine (project)'),
      relationship_type: 'references',
      direction_type: 'DIRECTED',
      metadata: { relation_type: 'works_on' },
    });
  });

  it('creates nothing twice if it is repeated', async () => {
    const path = fixture('memory.jsonl');
    await runImport({ loci: server.connect(), path, stateDir });
    const report = await runImport({ loci: server.connect(), path, stateDir });
    expect(report).toMatchObject({ createdMemories: 0, existingMemories: 5, createdRelationships: 0 });
    expect(report.existingRelationships).toBe(5);
    expect([server.memories.length, server.relationships.length]).toEqual([5, 5]);
  });

  it('creates nothing twice if it is repeated on another machine', async () => {
    const path = fixture('memory.jsonl');
    await runImport({ loci: server.connect(), path, stateDir });
    const report = await runImport({
      loci: server.connect(),
      path,
      stateDir: mkdtempSync(join(tmpdir(), 'loci-import-other-')),
    });
    expect(report).toMatchObject({ createdMemories: 0, existingMemories: 5, createdRelationships: 0 });
    expect(report.existingRelationships).toBe(5);
    expect([server.memories.length, server.relationships.length]).toEqual([5, 5]);
  });

  it('does not create a deleted memory again, except with `again`', async () => {
    const path = writeMemories(3);
    await runImport({ loci: server.connect(), path, stateDir });
    server.memories.splice(1, 1);
    expect((await runImport({ loci: server.connect(), path, stateDir })).createdMemories).toBe(0);
    expect((await runImport({ loci: server.connect(), path, stateDir, again: true })).createdMemories).toBe(
      1,
    );
  });

  it('does not report the skipped relationships of an earlier import', async () => {
    const path = join(stateDir, 'memory.jsonl');
    writeFileSync(
      path,
      '{"type":"entity","name":"Ada","entityType":"person","observations":[]}\n' +
        '{"type":"relation","from":"Ada","to":"Missing","relationType":"knows"}\n',
    );
    const first = await runImport({ loci: server.connect(), path, stateDir });
    expect(first.skippedItems).toMatchObject([{ where: 'Ada → Missing' }]);
    const other = await runImport({ loci: server.connect(), path: writeMemories(1), stateDir });
    expect(other).toMatchObject({ createdMemories: 1, skipped: 0, skippedItems: [] });
    const repeated = await runImport({ loci: server.connect(), path, stateDir });
    expect(repeated.skippedItems).toMatchObject([{ where: 'Ada → Missing' }]);
  });

  it('adds only the new memories of a longer export', async () => {
    await runImport({ loci: server.connect(), path: writeMemories(1500), stateDir });
    const report = await runImport({ loci: server.connect(), path: writeMemories(1600), stateDir });
    expect(report).toMatchObject({ createdMemories: 100, existingMemories: 1500 });
  });

  it('resumes after an interruption without creating a memory twice', async () => {
    const path = writeMemories(3500);
    let requests = 0;
    server.afterRequest = ({ path: url }) => {
      if (url.endsWith('/bulk')) requests += 1;
      if (requests === 2) throw new Error('Connection lost');
    };
    await expect(runImport({ loci: server.connect(), path, stateDir })).rejects.toThrow('Connection lost');
    expect(server.memories.length).toBeGreaterThan(1000);
    server.afterRequest = () => undefined;
    await runImport({ loci: server.connect(), path, stateDir });
    expect(new Set(server.memories.map(({ content }) => content)).size).toBe(3500);
    expect(server.memories).toHaveLength(3500);
    const keys = server.calls.flatMap(({ idempotencyKey }) => idempotencyKey ?? []);
    // The run repeats the request without a response, which can still be running on the server.
    expect(keys.length - new Set(keys).size).toBe(1);
  });

  it('stops when the signal is aborted, and resumes later', async () => {
    const path = writeMemories(3000);
    const abort = new AbortController();
    server.afterRequest = ({ path: url }) => {
      if (url.endsWith('/bulk')) abort.abort();
    };
    await expect(
      runImport({ loci: server.connect(abort.signal), path, stateDir, signal: abort.signal }),
    ).rejects.toThrow('aborted');
    expect(server.memories.length).toBeLessThan(3000);
    await runImport({ loci: server.connect(), path, stateDir });
    expect(server.memories).toHaveLength(3000);
  });

  it('sends nothing in a dry run, and returns what the data contains', async () => {
    const report = await runImport({
      loci: server.connect(),
      path: fixture('chatgpt'),
      stateDir,
      dryRun: true,
    });
    expect(server.calls).toEqual([]);
    expect(report).toMatchObject({
      format: 'chatgpt',
      memories: 2,
      byType: { conversation: 2 },
      from: '2026-01-01T00:00:01.250Z',
      to: '2026-01-01T00:00:05.000Z',
      createdMemories: 0,
      skipped: 2,
    });
  });

  it('creates nothing if the data is damaged', async () => {
    const path = join(folder, 'export.json');
    writeFileSync(path, '{"results": [{"id": "1", "memory": "Likes tea"}, {"id"');
    await expect(runImport({ loci: server.connect(), path, stateDir })).rejects.toThrow('is not valid JSON');
    expect(server.calls).toEqual([]);
  });

  it('reports memories that the server rejects, and creates the others', async () => {
    const path = join(folder, 'export.json');
    writeFileSync(path, '[{"id": "1", "memory": "This is rejected"}, {"id": "2", "memory": "Likes tea"}]');
    const report = await runImport({ loci: server.connect(), path, stateDir });
    expect(report.createdMemories).toBe(1);
    expect(report.skippedItems).toEqual([{ kind: 'skipped', where: '1', reason: 'content is rejected.' }]);
  });

  it('splits a long text into memories that follow each other', async () => {
    const path = join(folder, 'note.md');
    writeFileSync(path, `# Long\n\n${'A sentence of a long note. '.repeat(1000)}`);
    const report = await runImport({ loci: server.connect(), path, stateDir });
    expect(report).toMatchObject({ memories: 3, createdMemories: 3, createdRelationships: 2 });
    expect(Math.max(...server.memories.map(({ content }) => content.length))).toBeLessThanOrEqual(10_000);
    expect(server.memories.map(({ metadata }) => metadata['part'])).toEqual([1, 2, 3]);
    expect(server.relationships.map(({ relationship_type }) => relationship_type)).toEqual([
      'follows',
      'follows',
    ]);
  });

  it('removes characters that the API rejects, and moves tags beyond the tenth to the metadata', async () => {
    const path = join(folder, 'export.json');
    const categories = Array.from({ length: 12 }, (_, i) => `tag-${i}`);
    const memory = { id: '1', memory: 'A\0B\ud800', categories, metadata: { note: '\\\u0000"\udc00' } };
    writeFileSync(path, JSON.stringify([memory]));
    await runImport({ loci: server.connect(), path, stateDir });
    expect(server.memories[0]).toMatchObject({
      content: 'AB\ufffd',
      tags: categories.slice(0, 10),
      metadata: { other_tags: ['tag-10', 'tag-11'], note: '\\"\ufffd' },
    });
  });

  it('omits metadata that is too large, and reports it', async () => {
    const path = join(folder, 'export.json');
    writeFileSync(path, JSON.stringify([{ id: '1', memory: 'Tea', metadata: { raw: 'x'.repeat(70_000) } }]));
    const report = await runImport({ loci: server.connect(), path, stateDir });
    expect(Object.keys(server.memories[0]!.metadata)).toEqual(['import']);
    expect(report.skippedItems[0]?.reason).toBe(
      'The metadata is too large. The memory was imported without it.',
    );
  });

  it('replaces secrets before it sends a text, unless they are to be kept', async () => {
    const path = join(folder, 'memory.jsonl');
    const entity = {
      type: 'entity',
      name: 'Database',
      entityType: 'service',
      observations: ['password: hunter2'],
    };
    writeFileSync(path, JSON.stringify(entity));
    const report = await runImport({ loci: server.connect(), path, stateDir });
    expect(JSON.stringify([server.calls, report])).not.toContain('hunter2');
    expect(report).toMatchObject({ createdMemories: 2, createdRelationships: 1, redacted: 2 });
    expect(server.memories[1]?.content).toBe('Database: password: [redacted:password]');
    await runImport({ loci: server.connect(), path, stateDir, keepSecrets: true });
    expect(server.memories[2]?.content).toBe('Database: password: hunter2');
  });

  it('reports progress until all memories are done', async () => {
    const reports: ImportProgress[] = [];
    await runImport({
      loci: server.connect(),
      path: writeMemories(2500),
      stateDir,
      onProgress: (progress) => reports.push(progress),
    });
    expect(reports.at(-1)).toMatchObject({ done: 2500, total: 2500, remainingMs: 0 });
    expect(reports[0]!.rate).toBeGreaterThan(0);
  });

  it('keeps notes with the same path in different folders apart', async () => {
    const [first, second] = ['first', 'second'].map((name) => mkdtempSync(join(folder, name)));
    for (const vault of [first!, second!]) {
      writeFileSync(join(vault, 'a.md'), `# A\n\n[[b]] ${vault === first ? '1' : '2'}`);
      writeFileSync(join(vault, 'b.md'), `# B ${vault === first ? '1' : '2'}`);
      await runImport({ loci: server.connect(), path: vault, stateDir });
    }
    const contents = new Map(server.memories.map(({ id, content }) => [id, content]));
    expect(
      server.relationships.map(({ from_id, to_id }) => [contents.get(from_id), contents.get(to_id)]),
    ).toEqual([
      ['# A\n\n[[b]] 1', '# B 1'],
      ['# A\n\n[[b]] 2', '# B 2'],
    ]);
  });

  it('rejects the option `again` and a damaged line for an export of Loci', async () => {
    const path = join(folder, 'export.ndjson');
    writeFileSync(path, '{"record":"header","format":"loci-export","version":1}\n{"record":"mem');
    await expect(runImport({ loci: server.connect(), path, stateDir, again: true })).rejects.toThrow(
      'cannot be restored again',
    );
    await expect(runImport({ loci: server.connect(), path, stateDir })).rejects.toThrow(
      'export.ndjson:2: The line is not valid JSON.',
    );
    writeFileSync(path, '{"record":"header","format":"loci-export","version":3}\n');
    await expect(runImport({ loci: server.connect(), path, stateDir })).rejects.toThrow(
      'is not an export of version 1 or 2.',
    );
    expect(server.calls).toEqual([]);
  });

  it('rejects a second import into the same account while the first one runs', async () => {
    const journal = new ImportJournal(stateDir, await accountOf(server.connect()));
    await expect(runImport({ loci: server.connect(), path: writeMemories(1), stateDir })).rejects.toThrow(
      'Another import into this account is running.',
    );
    journal.close();
  });
});
