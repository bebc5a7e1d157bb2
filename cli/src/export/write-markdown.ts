import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { stringify } from 'yaml';
import type { ExportRecord, MemoryRecord, RelationshipRecord } from '@loci/account-export';
import {
  ARTIFACTS,
  BUNDLE_FILE,
  DOCUMENTS,
  MEMORIES,
  RELATIONS,
  documentPath,
  fileSafe,
} from './markdown-bundle.ts';

/** Longer notes get no further relationships, because each one rewrites the note. */
const MAX_NOTE_BYTES = 1024 * 1024;
/** Longest part of a file name that is taken from the content. */
const MAX_TITLE = 60;

/** Result of writing a bundle. */
export interface MarkdownSummary {
  memories: number;
  relationships: number;
  documents: number;
  artifacts: number;
  /** Records whose path is outside of the folder, that a bundle does not contain, or that do not fit into a note. */
  skipped: number;
}

/**
 * Writes an export of version 1 as a folder of Markdown files with front matter and wiki links, which Obsidian and
 * basic-memory can read. The folder of the memories is a bundle of the Open Knowledge Format. Keeps the file name of each
 * memory in memory, because links contain it.
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
  const types = new Set<string>();
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
      const parent = record.lifecycle_state === 'active' ? fileSafe(record.memory_type) : 'superseded';
      const name = `${MEMORIES}/${parent}/${fileName(record)}`;
      files.set(record.id, name);
      types.add(parent);
      if (await write(`${name}.md`, toNote(record, files))) summary.memories += 1;
    } else if (record.record === 'relationship') {
      const [from, to] = [files.get(record.from_id), files.get(record.to_id)];
      const isWritten =
        from !== undefined &&
        to !== undefined &&
        (await addRelation(join(folder, `${from}.md`), record, to, !linked.has(from)));
      if (isWritten) {
        linked.add(from);
        summary.relationships += 1;
      } else summary.skipped += 1;
    } else if (record.record === 'document') {
      const { id, filename, metadata } = record;
      await write(`${DOCUMENTS}/${fileSafe(id)}.json`, JSON.stringify({ filename, metadata }));
      if (await write(documentPath(id, filename), Buffer.from(record.file, 'base64'))) summary.documents += 1;
    } else if (record.record === 'artifact') {
      if (await write(`${ARTIFACTS}/${record.path}`, record.content)) summary.artifacts += 1;
    } else if (record.record !== 'header') summary.skipped += 1;
  }
  await write(BUNDLE_FILE, JSON.stringify({ format: 'loci-markdown', version: 1 }));
  await write(`${MEMORIES}/index.md`, toIndex([...types].sort()));
  return summary;
}

/** Root of a bundle of the Open Knowledge Format. */
const toIndex = (types: readonly string[]): string =>
  [
    '---',
    'okf_version: "0.2"',
    '---',
    '',
    '# Memories',
    '',
    ...types.map((type) => `* [${type}](${encodeURI(type)}/)`),
    '',
  ].join('\n');

/**
 * Adds a relationship to the front matter of a note, and as a wiki link to its end.
 *
 * @returns false if the note is too long
 */
async function addRelation(
  path: string,
  record: RelationshipRecord,
  to: string,
  isFirst: boolean,
): Promise<boolean> {
  const note = await readFile(path, 'utf8');
  if (note.length > MAX_NOTE_BYTES) return false;
  const end = note.indexOf('\n---\n') + 1;
  const relation = stringify([
    {
      id: record.id,
      type: record.relationship_type,
      to: `[[${to}]]`,
      direction: record.direction_type,
      strength: record.strength,
      confidence: record.confidence,
      ...withoutNull({
        inverse_type: record.inverse_type,
        valid_from: record.valid_from,
        valid_until: record.valid_until,
      }),
      ...withoutEmpty({
        evidence: record.evidence,
        traversal_properties: record.traversal_properties,
        metadata: record.metadata,
      }),
    },
  ]);
  const property = `${isFirst ? 'relations:\n' : ''}${relation}`;
  const link = `${isFirst ? RELATIONS : ''}- ${record.relationship_type} [[${to}]]\n`;
  await writeFile(path, `${note.slice(0, end)}${property}${note.slice(end)}${link}`);
  return true;
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
    updated: record.updated_at,
    ...(record.lifecycle_state === 'active' ? {} : { lifecycle: record.lifecycle_state }),
    ...(previous === undefined
      ? {}
      : {
          previous: `[[${previous}]]`,
          ...withoutNull({
            evolution_type: record.evolution_type,
            original_validity: record.original_validity,
          }),
        }),
    ...(record.pinned ? { pinned: true } : {}),
    ...withoutNull({
      valid_from: record.valid_from,
      valid_until: record.valid_until,
      expires_at: record.expires_at,
    }),
    ...withoutEmpty({ metadata: record.metadata }),
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

function withoutNull(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

function withoutEmpty(fields: Record<string, object>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => Object.keys(value).length > 0));
}
