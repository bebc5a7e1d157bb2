import type { ParsedDocument } from './parsed-document.ts';

/** Returns the text of the first heading of level 1, or undefined if there is none. */
export const firstHeading = ({ blocks }: Pick<ParsedDocument, 'blocks'>): string | undefined =>
  // A heading of level 1 has no parents, so its section is its text without markup.
  blocks.find(({ kind, level }) => kind === 'heading' && level === 1)?.section;
