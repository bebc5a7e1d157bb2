/** A reference to a memory in the description of a checkpoint: by id, or by a phrase of its content. */
export type MemoryReference = { kind: 'id'; id: string } | { kind: 'phrase'; phrase: string };

/**
 * Matches `memory_id: <id>` and `memory: '<phrase>'`. The id can be in quotes, backticks or brackets. The
 * phrase must be in straight or typographic quotes, and an apostrophe inside a word does not end it. The
 * lengths of ids and phrases are bounded, so matching takes linear time.
 */
const REFERENCE =
  /\bmemory_id["']?\s*:\s*["'`<([]?(?<id>[\w-]{1,64})|\bmemory["']?\s*:\s*(?:'(?<single>(?:[^'\n]|(?<=[\p{L}\p{N}])'(?=[\p{L}\p{N}])){1,500})'|"(?<double>[^"\n]{1,500})"|‘(?<curly>(?:[^’\n]|(?<=[\p{L}\p{N}])’(?=[\p{L}\p{N}])){1,500})’|“(?<curlyDouble>[^”\n]{1,500})”)/giu;

/** Maximum length of a phrase, in code points. */
export const MAX_PHRASE_LENGTH = 500;

/**
 * Extracts the references to memories from the description of a checkpoint.
 *
 * @returns distinct references in the order of their first occurrence. Ids are in lowercase and may be malformed.
 *   Phrases that differ only in case are one reference.
 * @see docs/reference/mcp-tools.md#save_context
 */
export function extractMemoryReferences(description: string): MemoryReference[] {
  const references = new Map<string, MemoryReference>();
  for (const { groups = {} } of description.matchAll(REFERENCE)) {
    const id = groups['id']?.toLowerCase();
    const phrase = normalizeWhitespace(
      groups['single'] ?? groups['double'] ?? groups['curly'] ?? groups['curlyDouble'] ?? '',
    );
    const reference: MemoryReference | null =
      id !== undefined ? { kind: 'id', id } : phrase !== '' ? { kind: 'phrase', phrase } : null;
    if (reference === null) continue;
    const key = formatMemoryReference(reference).toLowerCase();
    if (!references.has(key)) references.set(key, reference);
  }
  return [...references.values()];
}

/** Formats a reference in the syntax that `extractMemoryReferences` parses. */
export const formatMemoryReference = (reference: MemoryReference): string =>
  reference.kind === 'id' ? `memory_id: ${reference.id}` : `memory: '${reference.phrase}'`;

/** Replaces each sequence of white space by one space and trims the text. */
export const normalizeWhitespace = (text: string): string => text.replace(/\s+/g, ' ').trim();
