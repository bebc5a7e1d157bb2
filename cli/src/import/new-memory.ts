import { createHash } from 'node:crypto';
import type { ImportFormat, ImportItem, ImportedMemory } from './import-item.ts';

/** Limits of the API. @see docs/reference/limits.md */
const MAX_CONTENT = 10_000;
const MAX_TAGS = 10;
const MAX_TAG = 100;
/** Less than the limit of 65,536 bytes, because the import adds fields. */
const MAX_METADATA_BYTES = 60_000;
/** Parts of one text. Further text is skipped. */
const MAX_PARTS = 1000;

/** Body of a new memory in a bulk request. */
export interface NewMemory {
  content: string;
  memory_type: string;
  source_type: string;
  tags: string[];
  occurred_at?: string;
  metadata: Record<string, unknown> & { import: ImportMark };
}

/** Identifies an imported memory on the server, so that no other run imports it again. */
export interface ImportMark {
  format: string;
  id: string;
  /** Hash of the data source and the external ID. */
  ref: string;
  /** Hash of the data source, the external ID and the content. */
  key: string;
}

/** Scope in which external IDs are unique. File names are unique only in their folder. */
export function scopeOf(format: ImportFormat, folderName: string): string {
  return format.idsArePaths === true ? `${format.name}:${folderName}` : format.name;
}

/** Returns the hash that identifies the memories with an external ID. */
export function refOf(scope: string, externalId: string): string {
  return hash(scope, externalId);
}

/**
 * Converts an item to requests. A longer content becomes several memories, of which each `follows` the previous one.
 * The result also has the items that the conversion adds.
 */
export function toNewMemories(
  item: ImportedMemory,
  scope: string,
  formatName: string,
): { memories: NewMemory[]; added: ImportItem[] } {
  const added: ImportItem[] = [];
  const parts = splitText(clean(item.content));
  if (parts.length > MAX_PARTS) {
    added.push({
      kind: 'skipped',
      where: item.externalId,
      reason: `The text after part ${MAX_PARTS} is too long.`,
    });
    parts.length = MAX_PARTS;
  }
  const metadata = limitMetadata(item, added);
  const [tags, otherTags] = limitTags(item.tags);
  const memories = parts.map((content, index) => {
    const externalId = partId(item.externalId, index);
    if (index > 0)
      added.push({
        kind: 'relationship',
        from: externalId,
        to: partId(item.externalId, index - 1),
        relationshipType: 'follows',
        directionType: 'DIRECTED',
        metadata: {},
      });
    return {
      content,
      memory_type: item.memoryType,
      source_type: item.sourceType,
      tags,
      ...(item.occurredAt === null ? {} : { occurred_at: item.occurredAt }),
      metadata: {
        ...metadata,
        ...(otherTags.length === 0 ? {} : { other_tags: otherTags }),
        ...(parts.length === 1 ? {} : { part: index + 1, parts: parts.length }),
        import: {
          format: formatName,
          id: clean(externalId).slice(0, 200),
          ref: refOf(scope, externalId),
          key: hash(scope, externalId, content),
        },
      },
    };
  });
  return { memories, added };
}

function partId(externalId: string, index: number): string {
  return index === 0 ? externalId : `${externalId}#part-${index + 1}`;
}

/** Splits a text at paragraphs, lines, or spaces, so that each part fits in a memory. */
export function splitText(text: string, limit = MAX_CONTENT): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > limit) {
    let end = -1;
    for (const separator of ['\n\n', '\n', ' ']) {
      end = rest.lastIndexOf(separator, limit);
      if (end > limit / 2) break;
    }
    if (end <= limit / 2) {
      // Do not separate the two halves of a surrogate pair.
      const code = rest.charCodeAt(limit);
      end = code >= 0xdc00 && code <= 0xdfff ? limit - 1 : limit;
    }
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  if (rest !== '') parts.push(rest);
  return parts;
}

/** Removes characters that the API rejects or that no JSON text can contain. */
function clean(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

function cleanValue(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === 'string' ? clean(inner) : inner,
  );
}

function limitMetadata(item: ImportedMemory, added: ImportItem[]): Record<string, unknown> {
  if (Buffer.byteLength(JSON.stringify(item.metadata)) <= MAX_METADATA_BYTES)
    return cleanValue(item.metadata) as Record<string, unknown>;
  added.push({
    kind: 'skipped',
    where: item.externalId,
    reason: 'The metadata is too large. The memory was imported without it.',
  });
  const conversation = item.metadata['conversation_id'];
  return conversation === undefined ? {} : { conversation_id: conversation };
}

/** Returns the tags that the API accepts, and the others. */
function limitTags(tags: readonly string[]): [string[], string[]] {
  const distinct = [...new Set(tags.map((tag) => clean(tag).trim().slice(0, MAX_TAG)))].filter(
    (tag) => tag !== '',
  );
  return [distinct.slice(0, MAX_TAGS), distinct.slice(MAX_TAGS, 100)];
}

function hash(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
