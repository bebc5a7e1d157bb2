import { texts } from '../texts.ts';

/** Returns the name of a memory type in the language of the page. */
export const memoryTypeLabel = (type: string): string => texts.vocabulary.memoryTypes[type] ?? type;

/** Returns the name of a relationship type in the language of the page. */
export const relationshipTypeLabel = (type: string): string =>
  (texts.graph.relationshipTypes as Record<string, string>)[type] ?? type;
