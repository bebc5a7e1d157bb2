/**
 * Removes the contexts that Loci has added to a text, so that they are not stored again. The server writes `<` of stored
 * texts as `&lt;`, so a context ends at the first end tag. A context without an end was cut off by the assistant.
 *
 * @see docs/reference/context.md
 */
export const withoutContext = (text: string): string =>
  text.replaceAll(/<loci_context>[\s\S]*?(?:<\/loci_context>\s*|$)/gu, '');
