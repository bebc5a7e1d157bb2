import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { detectFormat } from '../../src/import/detect-format.ts';
import type { ImportedMemory, ImportedRelationship, SkippedItem } from '../../src/import/import-item.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');

/** Detects the format of a fixture and reads it. */
async function readFixture(name: string) {
  const { format, path } = await detectFormat(join(FIXTURES, name));
  const memories: ImportedMemory[] = [];
  const relationships: ImportedRelationship[] = [];
  const skipped: SkippedItem[] = [];
  for await (const item of format.read(path)) {
    if (item.kind === 'memory') memories.push(item);
    else if (item.kind === 'relationship') relationships.push(item);
    else skipped.push({ ...item, where: item.where.slice(item.where.lastIndexOf('/') + 1) });
  }
  const summary = memories.map((memory) => [memory.externalId, memory.content]);
  const edges = relationships.map(({ from, to, relationshipType }) => [from, relationshipType, to]);
  return { format: format.name, memories, relationships, skipped, summary, edges };
}

describe('the reader of the MCP memory server', () => {
  it('converts entities and observations to memories, and relations to relationships', async () => {
    const { format, summary, edges, memories, relationships } = await readFixture('memory.jsonl');
    expect(format).toBe('mcp-memory-server');
    expect(summary).toEqual([
      ['Ada', 'Ada (person)'],
      ['Ada\nPrefers tea to coffee', 'Ada: Prefers tea to coffee'],
      ['Ada\nWorks on the analytical engine', 'Ada: Works on the analytical engine'],
      ['Analytical Engine', 'Analytical Engine (project)'],
      ['Analytical Engine\nHas a store and a mill', 'Analytical Engine: Has a store and a mill'],
    ]);
    expect(memories[1]).toMatchObject({ memoryType: 'fact', tags: ['person'], metadata: { entity: 'Ada' } });
    expect(edges.slice(3)).toEqual([
      ['Ada', 'references', 'Analytical Engine'],
      ['Analytical Engine', 'depends_on', 'Ada'],
    ]);
    expect(edges[0]).toEqual(['Ada\nPrefers tea to coffee', 'documents', 'Ada']);
    expect(relationships[3]?.metadata).toEqual({ relation_type: 'works_on' });
  });

  it('skips an entity without a name and a truncated line', async () => {
    const { skipped } = await readFixture('memory.jsonl');
    expect(skipped).toEqual([
      { kind: 'skipped', where: 'memory.jsonl:5', reason: 'The entity has no name.' },
      { kind: 'skipped', where: 'memory.jsonl:6', reason: 'The line is not valid JSON.' },
    ]);
  });
});

describe('the reader of mem0', () => {
  it('converts memories with their categories and times, and relations to facts', async () => {
    const { format, memories, summary, skipped } = await readFixture('mem0.json');
    expect(format).toBe('mem0');
    expect(summary).toEqual([
      ['892db2ae-06d9-49e5-8b3e-585ef9b85b8e', 'Is allergic to peanuts'],
      ['5f0c8f6e-6a73-4d3b-8c0c-b0a8f1a4f9d2', 'Prefers morning meetings'],
      ['relation\nada\nlives_in\nlondon', 'ada lives in london'],
    ]);
    expect(memories[0]).toMatchObject({
      tags: ['health', 'food'],
      occurredAt: '2026-02-03T18:15:00.123Z',
      metadata: { channel: 'chat', mem0: { user_id: 'ada', hash: '8b2f1c6f9d1e4b0c9a3d5e7f1a2b3c4d' } },
    });
    expect(skipped).toEqual([
      { kind: 'skipped', where: 'mem0.json: results 2', reason: 'The memory has no text in `memory`.' },
    ]);
  });
});

describe('the reader of mcp-memory-service', () => {
  it('converts memories with their type, tags and Unix time', async () => {
    const { format, memories } = await readFixture('mcp-memory-service.json');
    expect(format).toBe('mcp-memory-service');
    expect(memories).toMatchObject([
      {
        externalId: '3f1a9d0c',
        content: 'The build needs Node 24.',
        memoryType: 'fact',
        tags: ['build', 'source:laptop'],
        occurredAt: '2026-01-05T08:00:00.250Z',
        metadata: { hostname: 'laptop', mcp_memory_service: { memory_type: 'note' } },
      },
      { externalId: '77aa01b2', memoryType: 'insight', tags: ['process', 'review'] },
    ]);
  });
});

describe('the reader of ChatGPT exports', () => {
  it('converts the messages of the branch that ChatGPT shows', async () => {
    const { format, memories, summary, skipped } = await readFixture('chatgpt');
    expect(format).toBe('chatgpt');
    expect(summary).toEqual([
      ['c-1/n2', 'Which has more caffeine?'],
      ['c-1/n4', 'Coffee has more caffeine.'],
    ]);
    expect(memories[1]).toMatchObject({
      memoryType: 'conversation',
      occurredAt: '2026-01-01T00:00:05.000Z',
      sourceType: 'conversation',
      metadata: {
        conversation_id: 'chatgpt:c-1',
        title: 'Tea and coffee',
        role: 'assistant',
        model: 'gpt-5',
      },
    });
    expect(skipped.map(({ reason }) => reason)).toEqual([
      '1 messages are on branches that ChatGPT does not show.',
      'The element is not a conversation.',
    ]);
  });
});

describe('the reader of Claude exports', () => {
  it('converts the text blocks of messages, without tool calls', async () => {
    const { format, memories, summary, skipped } = await readFixture('claude');
    expect(format).toBe('claude');
    expect(summary).toEqual([
      ['5d2c/m-1', 'Plan two days in Turin.'],
      ['5d2c/m-2', 'Searching.\n\nStart at the Mole.'],
    ]);
    expect(memories[0]).toMatchObject({
      occurredAt: '2026-01-02T03:04:06.000Z',
      metadata: { conversation_id: 'claude:5d2c', role: 'user', attachments: ['hotels.txt'] },
    });
    expect(skipped.map(({ reason }) => reason)).toEqual(['The message has no text.']);
  });
});

describe('the reader of Claude Code transcripts', () => {
  it('converts the texts of user and assistant, without tools, subagents and generated messages', async () => {
    const { format, memories, summary, skipped } = await readFixture('claude-code');
    expect(format).toBe('claude-code');
    expect(summary).toEqual([
      ['u-1', 'Why does the parser fail on empty lines?'],
      ['u-2', 'It expects a field in each line.'],
    ]);
    expect(memories[0]?.metadata).toEqual({
      conversation_id: 'claude-code:0b1c',
      role: 'user',
      project: '/home/ada/engine',
      branch: 'main',
    });
    expect(skipped.map(({ where }) => where)).toEqual(['0b1c.jsonl:9']);
  });
});

describe('the reader of Codex transcripts', () => {
  it('converts the messages of new and old transcripts, without generated messages', async () => {
    const { format, memories, summary, skipped } = await readFixture('codex');
    expect(format).toBe('codex');
    expect(summary).toEqual([
      ['old/3', 'Explain the store.'],
      ['s1/5', 'Add a test for the mill.'],
      ['s1/9', 'The test is in mill.test.ts.'],
    ]);
    expect(memories[1]).toMatchObject({
      occurredAt: '2026-03-09T10:00:01.100Z',
      metadata: { conversation_id: 'codex:s1', role: 'user', project: '/home/ada/engine' },
    });
    expect(skipped).toEqual([]);
  });
});

describe('the reader of Obsidian vaults', () => {
  it('converts notes with properties and tags, and ignores code', async () => {
    const { format, memories } = await readFixture('obsidian');
    expect(format).toBe('obsidian');
    const note = memories.find(({ externalId }) => externalId === 'Engine.md');
    expect(note).toMatchObject({
      tags: ['project', 'hardware', 'idea'],
      occurredAt: '2026-01-15T00:00:00.000Z',
      metadata: {
        title: 'Engine',
        path: 'Engine.md',
        properties: { created: '2026-01-15', status: 'active' },
      },
    });
    expect(note?.content.startsWith('# Engine\n\nThe engine has a store.')).toBe(true);
  });

  it('resolves links by path, name and alias, and reports missing notes', async () => {
    const { edges, skipped } = await readFixture('obsidian');
    expect(edges.sort()).toEqual([
      ['Engine.md', 'references', 'People/Ada.md'],
      ['Invalid.md', 'references', 'People/Ada.md'],
      ['People/Ada.md', 'references', 'Engine.md'],
    ]);
    expect(skipped.map(({ where, reason }) => [where, reason])).toEqual([
      ['Empty.md', 'The note has no text.'],
      ['Engine.md', 'The note "Missing" of a link does not exist.'],
      ['Invalid.md', 'The front matter is not valid YAML. It was imported as text.'],
    ]);
  });
});

describe('the reader of basic-memory', () => {
  it('uses the permalink as ID and the text before a link as the type of the relationship', async () => {
    const { format, memories, edges, relationships } = await readFixture('basic-memory');
    expect(format).toBe('basic-memory');
    expect(memories.map(({ externalId, tags }) => [externalId, tags])).toEqual([
      ['schema', []],
      ['design/authentication-design', ['auth', 'security', 'tokens']],
    ]);
    expect(edges).toEqual([
      ['design/authentication-design', 'depends_on', 'schema'],
      ['design/authentication-design', 'references', 'schema'],
    ]);
    expect(relationships[0]?.metadata).toEqual({ relation_type: 'depends on' });
  });
});
