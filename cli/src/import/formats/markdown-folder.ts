import { readFile, stat } from 'node:fs/promises';
import { posix } from 'node:path';
import { ImportError } from '../import-item.ts';
import type { ImportFormat, ImportItem } from '../import-item.ts';
import { asText, asTime, withoutEmpty } from '../json-values.ts';
import { listFiles } from '../list-files.ts';
import type { FoundFile } from '../list-files.ts';
import { toRelationshipType } from '../relationship-types.ts';
import { linksOf, parseNote, tagsOf } from './markdown-note.ts';
import type { MarkdownNote } from './markdown-note.ts';
import { NoteIndex } from './note-index.ts';

/** The names of all notes are in memory, to resolve links. */
const MAX_NOTES = 500_000;
/** Larger files are not written by people. */
const MAX_NOTE_BYTES = 4 * 1024 * 1024;
/** Fields of the front matter that become fields of the memory. */
const OWN_PROPERTIES = new Set(['title', 'tags', 'tag', 'aliases', 'alias', 'permalink', 'type']);

/**
 * A vault of Obsidian, or another folder of Markdown files. A note becomes a memory, and its first link to another note
 * a relationship of type `references`.
 */
export const obsidian: ImportFormat = {
  name: 'obsidian',
  title: 'Obsidian and other Markdown folders',
  idsArePaths: true,
  read: (path) => readFolder(path, false),
};

/**
 * A folder of basic-memory. As Obsidian, but the text before the link in a list item is the type of the relationship.
 *
 * @see https://docs.basicmemory.com/concepts/knowledge-format
 */
export const basicMemory: ImportFormat = {
  name: 'basic-memory',
  title: 'basic-memory',
  idsArePaths: true,
  read: (path) => readFolder(path, true),
};

async function* readFolder(folder: string, typedLinks: boolean): AsyncGenerator<ImportItem> {
  const index = await indexNotes(folder);
  for await (const file of listFiles(folder, '.md')) {
    const note = await readNote(file.path);
    if (typeof note === 'string') {
      yield { kind: 'skipped', where: file.name, reason: note };
      continue;
    }
    if (note.problem !== undefined)
      yield { kind: 'skipped', where: file.name, reason: `${note.problem} It was imported as text.` };
    yield await toMemory(file, note);
    yield* toRelationships(file.name, note, index, typedLinks);
  }
}

async function indexNotes(folder: string): Promise<NoteIndex> {
  const index = new NoteIndex();
  let count = 0;
  for await (const { path, name } of listFiles(folder, '.md')) {
    count += 1;
    if (count > MAX_NOTES)
      throw new ImportError(`${folder} has more than ${MAX_NOTES} notes. Import its subfolders.`);
    const note = await readNote(path);
    if (typeof note !== 'string') index.add(name, externalIdOf(name, note), note.properties);
  }
  return index;
}

/** Reads a note. Returns the reason if it cannot be imported. */
async function readNote(path: string): Promise<MarkdownNote | string> {
  if ((await stat(path)).size > MAX_NOTE_BYTES) return `The file is larger than ${MAX_NOTE_BYTES} bytes.`;
  const note = parseNote(await readFile(path, 'utf8'));
  return note.body === '' ? 'The note has no text.' : note;
}

/** The permalink of basic-memory stays the same if the file moves. */
function externalIdOf(name: string, { properties }: MarkdownNote): string {
  return asText(properties['permalink']) ?? name;
}

async function toMemory({ path, name }: FoundFile, note: MarkdownNote): Promise<ImportItem> {
  const { properties, body } = note;
  const title = asText(properties['title']) ?? posix.basename(name).replace(/\.md$/i, '');
  const time = properties['created'] ?? properties['created_at'] ?? properties['date'];
  const others = Object.entries(properties).filter(([property]) => !OWN_PROPERTIES.has(property));
  return {
    kind: 'memory',
    externalId: externalIdOf(name, note),
    // A note without a heading often needs its title to be understood.
    content: body.startsWith('# ') ? body : `# ${title}\n\n${body}`,
    memoryType: 'fact',
    tags: tagsOf(note),
    occurredAt: asTime(time) ?? (await stat(path)).mtime.toISOString(),
    sourceType: 'api_import',
    metadata: withoutEmpty({
      title,
      path: name,
      note_type: asText(properties['type']),
      properties: others.length === 0 ? undefined : Object.fromEntries(others),
    }),
  };
}

function* toRelationships(
  name: string,
  note: MarkdownNote,
  index: NoteIndex,
  typedLinks: boolean,
): Generator<ImportItem> {
  const from = externalIdOf(name, note);
  for (const { target, relation } of linksOf(note)) {
    const to = index.find(target);
    if (to === undefined) {
      yield { kind: 'skipped', where: name, reason: `The note "${target}" of a link does not exist.` };
      continue;
    }
    if (to === from) continue;
    const type = typedLinks ? relation : undefined;
    yield {
      kind: 'relationship',
      from,
      to,
      relationshipType: type === undefined ? 'references' : toRelationshipType(type),
      directionType: 'DIRECTED',
      metadata: type === undefined ? {} : { relation_type: type },
    };
  }
}
