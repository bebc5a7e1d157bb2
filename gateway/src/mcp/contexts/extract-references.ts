/** A memory that the description of a context names. */
export type Reference = { kind: 'id'; id: string } | { kind: 'phrase'; phrase: string };

/**
 * Both forms of SPEC.md, wherever they stand. An id may stand in quotes, backticks or brackets; a phrase in
 * straight or typographic quotes, and an apostrophe inside of a word does not end it.
 */
const REFERENCE =
  /\bmemory_id["']?\s*:\s*["'`<([]?(?<id>[\w-]{1,64})|\bmemory["']?\s*:\s*(?:'(?<single>(?:[^'\n]|(?<=[\p{L}\p{N}])'(?=[\p{L}\p{N}])){1,500})'|"(?<double>[^"\n]{1,500})"|‘(?<curly>(?:[^’\n]|(?<=[\p{L}\p{N}])’(?=[\p{L}\p{N}])){1,500})’|“(?<curlyDouble>[^”\n]{1,500})”)/giu;

/** The distinct references of a description, in the order of their first appearance. */
export function extractReferences(description: string): Reference[] {
  const found = new Map<string, Reference>();
  for (const { groups = {} } of description.matchAll(REFERENCE)) {
    const id = groups['id']?.toLowerCase();
    const phrase = collapse(
      groups['single'] ?? groups['double'] ?? groups['curly'] ?? groups['curlyDouble'] ?? '',
    );
    const reference: Reference | null =
      id !== undefined ? { kind: 'id', id } : phrase !== '' ? { kind: 'phrase', phrase } : null;
    if (reference === null) continue;
    const key = showReference(reference).toLowerCase();
    if (!found.has(key)) found.set(key, reference);
  }
  return [...found.values()];
}

/** As a person would write it down again. */
export const showReference = (reference: Reference): string =>
  reference.kind === 'id' ? `memory_id: ${reference.id}` : `memory: '${reference.phrase}'`;

/** Blanks and case do not matter where a phrase is looked for. */
export const includesPhrase = (content: string, phrase: string): boolean =>
  collapse(content).toLowerCase().includes(phrase.toLowerCase());

const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim();
