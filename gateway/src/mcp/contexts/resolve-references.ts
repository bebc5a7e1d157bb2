import { MEMORY_TYPES, SOURCE_TYPES, isProtectedType } from '@loci/contracts';
import type { MemoryResource } from '@loci/contracts';
import { isUuid } from '@loci/core';
import { searchHybrid } from '../hybrid-search.ts';
import type { ToolContext } from '../tool.ts';
import { includesPhrase } from './extract-references.ts';
import type { Reference } from './extract-references.ts';

/** Each phrase costs a search; those beyond stay unresolved. */
const MAX_PHRASES = 20;
const HITS_PER_PHRASE = 10;
/** How far back a memory is looked for that is too new for the index. */
const NEWEST = 100;

/** An earlier context quotes the phrases that it was saved with, and is not what they mean. */
const SEARCHED_TYPES = MEMORY_TYPES.filter((type) => type !== 'checkpoint' && !isProtectedType(type));
const SEARCHED_SOURCES = SOURCE_TYPES.filter((type) => type !== 'document_upload');

/**
 * Which memory each reference means; null for those that mean none. Ids are looked up, phrases are searched
 * for and must then be part of the memory's text.
 *
 * @returns as many entries as references, in their order
 * @see SPEC.md "Assistant tool interface"
 */
export async function resolveReferences(
  context: ToolContext,
  references: readonly Reference[],
): Promise<(string | null)[]> {
  const [known, byPhrase] = await Promise.all([
    lookUpIds(
      context,
      references.flatMap((entry) => (entry.kind === 'id' && isUuid(entry.id) ? entry.id : [])),
    ),
    lookUpPhrases(
      context,
      references.flatMap((entry) => (entry.kind === 'phrase' ? entry.phrase : [])),
    ),
  ]);
  return references.map((entry) =>
    entry.kind === 'id' ? (known.has(entry.id) ? entry.id : null) : (byPhrase.get(entry.phrase) ?? null),
  );
}

async function lookUpIds(
  { caller, memory }: ToolContext,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const found = await memory.getMany(caller.tenantId, ids, { requestId: caller.requestId });
  return new Set(found.filter(({ memory_type }) => !isProtectedType(memory_type)).map(({ id }) => id));
}

async function lookUpPhrases(
  context: ToolContext,
  phrases: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const searched = phrases.slice(0, MAX_PHRASES);
  for (const phrase of searched) {
    const { hits } = await searchHybrid(context, {
      query: phrase,
      limit: HITS_PER_PHRASE,
      memory_types: SEARCHED_TYPES,
      source_types: SEARCHED_SOURCES,
    });
    const hit = hits.find(({ content }) => includesPhrase(content, phrase));
    if (hit) found.set(phrase, hit.id);
  }
  const missing = searched.filter((phrase) => !found.has(phrase));
  if (missing.length === 0) return found;
  const newest = await readNewest(context);
  for (const phrase of missing) {
    const memory = newest.find(({ content }) => includesPhrase(content, phrase));
    if (memory) found.set(phrase, memory.id);
  }
  return found;
}

async function readNewest({ ask }: ToolContext): Promise<MemoryResource[]> {
  const { items } = await ask<{ items: MemoryResource[] }>({
    method: 'get',
    path: '/api/v2/memories',
    query: { per_page: String(NEWEST) },
  });
  return items.filter(({ memory_type }) => memory_type !== 'checkpoint');
}
