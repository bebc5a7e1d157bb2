import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { detectFormat } from '../../src/import/detect-format.ts';
import { importFormat } from '../../src/import/import-formats.ts';
import { readJsonLines } from '../../src/import/read-lines.ts';

function writeFile(name: string, content: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'loci-import-')), name);
  writeFileSync(path, content);
  return path;
}

describe('detectFormat', () => {
  it.each([
    ['a path that does not exist', '/nonexistent/export.json', 'does not exist or is not readable.'],
    ['an archive', writeFile('export.zip', 'PK'), 'is an archive. Extract it first.'],
    [
      'JSON of another program',
      writeFile('other.json', '{"items": [1]}'),
      'is unknown. Select it with --format.',
    ],
    ['a file that is not JSON', writeFile('text.json', 'Hello'), 'is unknown. Select it with --format.'],
  ])('rejects %s', async (_, path, message) => {
    await expect(detectFormat(path)).rejects.toThrow(message);
  });

  it('recognizes the memory file of an older MCP memory server by its content', async () => {
    const path = writeFile(
      'memory.json',
      '{"type":"entity","name":"Ada","entityType":"person","observations":[]}\n',
    );
    expect((await detectFormat(path)).format.name).toBe('mcp-memory-server');
  });
});

describe('importFormat', () => {
  it('lists the formats if the name is unknown', () => {
    expect(() => importFormat('notion')).toThrow(
      'Unknown format "notion". The formats are mcp-memory-server, mem0, mcp-memory-service, basic-memory, obsidian, ' +
        'chatgpt, claude, claude-code, codex.',
    );
  });
});

describe('readers of files', () => {
  it('reports a truncated JSON file after reading its complete elements', async () => {
    const path = writeFile('mem0.json', '[{"id": "1", "memory": "Likes tea"}, {"id": "2", "mem');
    const read: unknown[] = [];
    await expect(async () => {
      for await (const item of importFormat('mem0').read(path)) read.push(item);
    }).rejects.toThrow('is not valid JSON.');
    expect(read).toHaveLength(1);
  });

  it('skips a line that is longer than the limit, and reads the next line', async () => {
    const path = writeFile('lines.jsonl', `{"text": "${'x'.repeat(3_000_000)}"}\n{"a": 1}\n\n[1]`);
    const lines: unknown[] = [];
    for await (const line of readJsonLines(path, 2_000_000)) lines.push(line);
    expect(lines).toEqual([
      { line: 1, problem: 'The line is longer than 2000000 bytes.' },
      { line: 2, value: { a: 1 } },
      { line: 4, problem: 'The line is not a JSON object.' },
    ]);
  });
});
