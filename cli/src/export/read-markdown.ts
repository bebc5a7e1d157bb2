import { readFile, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ExportRecord, MemoryRecord, RelationshipRecord } from '@loci/account-export';
import { parseNote } from '../import/formats/markdown-note.ts';
import { ImportError } from '../import/import-item.ts';
import { asArray, asObject, asTags, asText, asTime } from '../import/json-values.ts';
import type { JsonObject } from '../import/json-values.ts';
import { listFiles } from '../import/list-files.ts';
import { ARTIFACTS, BUNDLE_FILE, DOCUMENTS, MEMORIES, RELATIONS, documentPath } from './markdown-bundle.ts';

/** The names of all notes are in memory, to resolve links. */
const MAX_NOTES = 500_000;
const MAX_FILE_BYTES = 32 * 1024 * 1024;
/** Files that the Open Knowledge Format reserves. */
const RESERVED = new Set(['index.md', 'log.md']);

interface FoundNote {
  path: string;
  /** Name in wiki links. */
  name: string;
  id: string;
  version: number;
}

interface Note {
  properties: JsonObject;
  content: string;
}

/** Whether a folder is a Markdown bundle of Loci. */
export const isMarkdownBundle = (folder: string): Promise<boolean> =>
  stat(join(folder, BUNDLE_FILE)).then(
    (stats) => stats.isFile(),
    () => false,
  );

/**
 * Reads a Markdown bundle as an export of version 1. Earlier versions of a memory come before later ones.
 *
 * @throws ImportError if the front matter of a note is not valid, or if a file is too large
 */
export async function* readMarkdown(folder: string): AsyncGenerator<ExportRecord> {
  yield { record: 'header', format: 'loci-export', version: 1 };
  const notes = await findNotes(folder);
  const ids = new Map(notes.map(({ name, id }) => [name, id]));
  for (const note of notes) yield toMemory(note, await readNote(note.path), ids);
  for (const note of notes) yield* toRelationships(note, (await readNote(note.path)).properties, ids);
  yield* readDocuments(folder);
  yield* readArtifacts(folder);
}

async function findNotes(folder: string): Promise<FoundNote[]> {
  const notes: FoundNote[] = [];
  for await (const { path, name } of listFiles(join(folder, MEMORIES), '.md')) {
    if (RESERVED.has(basename(name))) continue;
    if (notes.length >= MAX_NOTES) throw new ImportError(`${folder} has more than ${MAX_NOTES} notes.`);
    const { properties } = await readNote(path);
    const version = typeof properties['version'] === 'number' ? properties['version'] : 1;
    const link = `${MEMORIES}/${name.replace(/\.md$/i, '')}`;
    notes.push({ path, name: link, id: asText(properties['permalink']) ?? link, version });
  }
  return notes.sort((a, b) => a.version - b.version);
}

async function readNote(path: string): Promise<Note> {
  const stored = (await readBounded(path)).toString('utf8');
  // An editor converts all lines of a note, but the content of a memory can have other line ends.
  const text = stored.startsWith('---\r\n') ? stored.replaceAll('\r\n', '\n') : stored;
  const { properties, problem } = parseNote(text);
  if (problem !== undefined) throw new ImportError(`${path}: ${problem}`);
  const hasProperties = Object.keys(properties).length > 0;
  const body = hasProperties ? text.slice(text.indexOf('\n---\n') + 5).replace(/^\n/, '') : text;
  const links = asArray(properties['relations']).length > 0 ? body.lastIndexOf(RELATIONS) : -1;
  const content = links === -1 ? body : body.slice(0, links);
  return { properties, content: content.replace(/\n$/, '') };
}

async function readBounded(path: string): Promise<Buffer> {
  if ((await stat(path)).size > MAX_FILE_BYTES)
    throw new ImportError(`${path} is larger than ${MAX_FILE_BYTES} bytes.`);
  return readFile(path);
}

/** Returns the ID of the note of a wiki link, or the text of the link if the note does not exist. */
function linked(link: unknown, ids: ReadonlyMap<string, string>): string | undefined {
  const target = /^\[\[([^|\]]*)/.exec(asText(link) ?? '')?.[1]?.trim();
  return target === undefined ? undefined : (ids.get(target) ?? target);
}

/** The server rejects values that are not valid, and the report lists them. */
function toMemory(
  { id, version }: FoundNote,
  { properties, content }: Note,
  ids: ReadonlyMap<string, string>,
): MemoryRecord {
  const created = asTime(properties['created']) ?? new Date(0).toISOString();
  const previous = linked(properties['previous'], ids) ?? null;
  return {
    record: 'memory',
    id,
    content,
    memory_type: asText(properties['type']) ?? 'fact',
    importance: asNumber(properties['importance']) ?? 0.5,
    confidence: asNumber(properties['confidence']) ?? 0.8,
    metadata: asObject(properties['metadata']),
    tags: asTags(properties['tags']),
    occurred_at: created,
    valid_from: asTime(properties['valid_from']) ?? null,
    valid_until: asTime(properties['valid_until']) ?? null,
    expires_at: asTime(properties['expires_at']) ?? null,
    pinned: properties['pinned'] === true,
    source_type: asText(properties['source']) ?? 'api_import',
    user_id: '',
    created_at: created,
    updated_at: asTime(properties['updated']) ?? created,
    lifecycle_state: asText(properties['lifecycle']) ?? 'active',
    version,
    previous_id: previous,
    evolution_type: previous === null ? null : (asText(properties['evolution_type']) ?? 'update'),
    original_validity: properties['original_validity'] === 'keep' ? 'keep' : 'close',
  };
}

function* toRelationships(
  { id: from }: FoundNote,
  properties: JsonObject,
  ids: ReadonlyMap<string, string>,
): Generator<RelationshipRecord> {
  for (const element of asArray(properties['relations'])) {
    const relation = asObject(element);
    const type = asText(relation['type']) ?? 'references';
    const to = linked(relation['to'], ids);
    if (to === undefined) throw new ImportError(`A relation of ${from} has no wiki link in \`to\`.`);
    yield {
      record: 'relationship',
      id: asText(relation['id']) ?? `${from} ${type} ${to}`,
      from_id: from,
      to_id: to,
      relationship_type: type,
      direction_type: asText(relation['direction']) ?? 'DIRECTED',
      inverse_type: asText(relation['inverse_type']) ?? null,
      strength: asNumber(relation['strength']) ?? 0.5,
      confidence: asNumber(relation['confidence']) ?? 0.8,
      evidence: asObject(relation['evidence']),
      traversal_properties: asObject(relation['traversal_properties']),
      metadata: asObject(relation['metadata']),
      created_at: '',
      valid_from: asTime(relation['valid_from']) ?? null,
      valid_until: asTime(relation['valid_until']) ?? null,
    };
  }
}

const asNumber = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

async function* readDocuments(folder: string): AsyncGenerator<ExportRecord> {
  const names = (await readdir(join(folder, DOCUMENTS)).catch(() => [])).filter((name) =>
    name.endsWith('.json'),
  );
  for (const name of names.sort()) {
    const id = name.slice(0, -'.json'.length);
    const path = join(folder, DOCUMENTS, name);
    const description = asObject(parseJson(path, String(await readBounded(path))));
    const filename = asText(description['filename']) ?? id;
    const file = (await readBounded(join(folder, documentPath(id, filename)))).toString('base64');
    yield {
      record: 'document',
      id,
      filename,
      metadata: asObject(description['metadata']),
      created_at: '',
      file,
    };
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ImportError(`${path} is not valid JSON.`);
  }
}

async function* readArtifacts(folder: string): AsyncGenerator<ExportRecord> {
  const root = join(folder, ARTIFACTS);
  if (!(await stat(root).catch(() => undefined))?.isDirectory()) return;
  for await (const { path, name } of listFiles(root, ''))
    yield { record: 'artifact', path: `/${name}`, content: String(await readBounded(path)) };
}
