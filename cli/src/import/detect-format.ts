import { open, readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { parseNote } from './formats/markdown-note.ts';
import { importFormat } from './import-formats.ts';
import { ImportError } from './import-item.ts';
import type { ImportFormat } from './import-item.ts';
import { asObject, isObject } from './json-values.ts';
import type { JsonObject } from './json-values.ts';
import { listFiles } from './list-files.ts';
import { readJsonElements } from './read-json-elements.ts';
import { readJsonLines } from './read-lines.ts';

/** Data to import, with its format. */
export interface DetectedImport {
  format: ImportFormat;
  /** The given path, or the file in the given folder that contains the data. */
  path: string;
}

/** Lines of a JSONL file, or notes of a folder, that are examined. */
const SAMPLES = 50;

/**
 * Recognizes the format of a file or folder by its content.
 *
 * @throws ImportError if the path does not exist or its format is unknown
 */
export async function detectFormat(path: string): Promise<DetectedImport> {
  const stats = await stat(path).catch(() => {
    throw new ImportError(`${path} does not exist or is not readable.`);
  });
  const name = stats.isDirectory() ? undefined : await formatOfFile(path);
  if (stats.isDirectory()) return detectFolder(path);
  if (name !== undefined) return { format: importFormat(name), path };
  throw new ImportError(`The format of ${path} is unknown. Select it with --format.`);
}

async function detectFolder(folder: string): Promise<DetectedImport> {
  const entries = await readdir(folder);
  // A data export of ChatGPT or Claude is a folder with this file.
  if (entries.includes('conversations.json')) return detectFormat(join(folder, 'conversations.json'));
  if (entries.includes('.obsidian')) return { format: importFormat('obsidian'), path: folder };
  for await (const file of listFiles(folder, '.jsonl')) {
    const name = await formatOfFile(file.path);
    if (name === 'claude-code' || name === 'codex') return { format: importFormat(name), path: folder };
  }
  let notes = 0;
  for await (const file of listFiles(folder, '.md')) {
    notes += 1;
    if (await hasPermalink(file.path)) return { format: importFormat('basic-memory'), path: folder };
    if (notes >= SAMPLES) break;
  }
  if (notes > 0) return { format: importFormat('obsidian'), path: folder };
  throw new ImportError(`${folder} contains no data of a known format.`);
}

async function formatOfFile(path: string): Promise<string | undefined> {
  const extension = extname(path).toLowerCase();
  if (extension === '.zip') throw new ImportError(`${path} is an archive. Extract it first.`);
  if (extension === '.md') return (await hasPermalink(path)) ? 'basic-memory' : 'obsidian';
  return (await formatOfLines(path)) ?? (extension === '.jsonl' ? undefined : formatOfJson(path));
}

async function formatOfLines(path: string): Promise<string | undefined> {
  let lines = 0;
  for await (const line of readJsonLines(path)) {
    lines += 1;
    const format = 'value' in line ? formatOfRecord(line.value) : undefined;
    if (format !== undefined) return format;
    // The lines of a formatted JSON document are no objects.
    if (lines >= SAMPLES || ('problem' in line && lines === 1)) return undefined;
  }
  return undefined;
}

function formatOfRecord(record: JsonObject): string | undefined {
  const { type, payload, timestamp, id } = record;
  if (type === 'entity' && typeof record['name'] === 'string') return 'mcp-memory-server';
  if (type === 'relation' && typeof record['relationType'] === 'string') return 'mcp-memory-server';
  if (type === 'session_meta' && isObject(payload)) return 'codex';
  if (
    type === undefined &&
    typeof id === 'string' &&
    typeof timestamp === 'string' &&
    'instructions' in record
  )
    return 'codex';
  if (
    (type === 'user' || type === 'assistant') &&
    typeof record['sessionId'] === 'string' &&
    isObject(record['message'])
  )
    return 'claude-code';
  return undefined;
}

async function formatOfJson(path: string): Promise<string | undefined> {
  try {
    const fields = ['memories', 'results', 'records', 'relations', 'conversations'];
    for await (const { value } of readJsonElements(path, fields)) {
      const element = asObject(value);
      if (isObject(element['mapping'])) return 'chatgpt';
      if (Array.isArray(element['chat_messages'])) return 'claude';
      if (typeof element['content_hash'] === 'string') return 'mcp-memory-service';
      if (typeof element['memory'] === 'string' || typeof element['relationship'] === 'string') return 'mem0';
      return undefined;
    }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
  }
  return undefined;
}

/** Only the notes of basic-memory have a permalink in general. Reads the start of the file. */
async function hasPermalink(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16_384), 0, 16_384, 0);
    return typeof parseNote(buffer.toString('utf8', 0, bytesRead)).properties['permalink'] === 'string';
  } finally {
    await file.close();
  }
}
