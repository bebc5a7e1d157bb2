import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { stringify } from 'yaml';
import type { ExportRecord, MemoryRecord } from './export-record.ts';

/** Longest part of a file name that is taken from the content. */
const MAX_TITLE = 60;

/** Result of writing a bundle. */
export interface MarkdownSummary {
  memories: number;
  relationships: number;
  documents: number;
  artifacts: number;
  /** Records whose path is outside of the folder, or that a bundle does not contain. */
  skipped: number;
}

/**
 * Writes an export as a folder of Markdown files with front matter and wiki links, which Obsidian and basic-memory can
 * read. Keeps the file name of each memory in memory, because links contain it.
 *
 * @param folder created if it does not exist. Existing files with the same names are overwritten.
 */
export async function writeMarkdown(
  records: AsyncIterable<ExportRecord>,
  folder: string,
): Promise<MarkdownSummary> {
  const summary: MarkdownSummary = { memories: 0, relationships: 0, documents: 0, artifacts: 0, skipped: 0 };
  const files = new Map<string, string>();
  const linked = new Set<string>();
  const write = async (path: string, content: string | Buffer): Promise<boolean> => {
    const target = resolve(folder, path);
    // The path is data of the server, which must not write to other folders.
    if (relative(resolve(folder), target).startsWith('..')) {
      summary.skipped += 1;
      return false;
    }
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
    return true;
  };
  for await (const record of records) {
    if (record.record === 'memory') {
      const name = fileName(record);
      const parent = record.lifecycle_state === 'active' ? fileSafe(record.memory_type) : 'superseded';
      files.set(record.id, `${parent}/${name}`);
      if (await write(`${parent}/${name}.md`, toNote(record, files))) summary.memories += 1;
    } else if (record.record === 'relationship') {
      const [from, to] = [files.get(record.from_id), files.get(record.to_id)];
      if (from === undefined || to === undefined) {
        summary.skipped += 1;
        continue;
      }
      const heading = linked.has(from) ? '' : '\n## Relations\n\n';
      linked.add(from);
      await appendFile(join(folder, `${from}.md`), `${heading}- ${record.relationship_type} [[${to}]]\n`);
      summary.relationships += 1;
    } else if (record.record === 'document') {
      const path = `documents/${record.id}/${fileSafe(record.filename)}`;
      if (await write(path, Buffer.from(record.file, 'base64'))) summary.documents += 1;
    } else if (record.record === 'artifact') {
      if (await write(`artifacts/${record.path}`, record.content)) summary.artifacts += 1;
    } else if (record.record !== 'header') summary.skipped += 1;
  }
  return summary;
}

function toNote(record: MemoryRecord, files: ReadonlyMap<string, string>): string {
  const previous = record.previous_id === null ? undefined : files.get(record.previous_id);
  const properties = {
    title: titleOf(record),
    type: record.memory_type,
    permalink: record.id,
    tags: record.tags,
    created: record.occurred_at,
    importance: record.importance,
    confidence: record.confidence,
    source: record.source_type,
    version: record.version,
    ...(previous === undefined ? {} : { previous: `[[${previous}]]` }),
    ...(record.pinned ? { pinned: true } : {}),
    ...withoutNull({
      valid_from: record.valid_from,
      valid_until: record.valid_until,
      expires_at: record.expires_at,
    }),
    ...(Object.keys(record.metadata).length === 0 ? {} : { metadata: record.metadata }),
  };
  return `---\n${stringify(properties)}---\n\n${record.content}\n`;
}

function titleOf({ content }: MemoryRecord): string {
  const line = content.trimStart().split('\n', 1)[0]!.replace(/^#+ /, '');
  return line.length <= MAX_TITLE ? line : `${line.slice(0, MAX_TITLE).toWellFormed().trimEnd()}…`;
}

/** The end of the ID makes the name unique. Its start is a time. */
function fileName(record: MemoryRecord): string {
  return `${fileSafe(titleOf(record))} ${record.id.slice(-8)}`;
}

/** Removes characters that file systems or wiki links do not allow, and dots at the start. */
function fileSafe(name: string): string {
  // eslint-disable-next-line no-control-regex -- file names must not contain control characters
  const safe = name.replace(/[\\/:*?"<>|#^[\]\u0000-\u001f]/g, ' ').replace(/\s+/g, ' ');
  return safe.replace(/^[. ]+|[. …]+$/g, '') || 'untitled';
}

function withoutNull(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
