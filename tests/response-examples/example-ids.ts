import { createHash } from 'node:crypto';

const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;

/** ID of the path parameters of the OpenAPI document. */
const FIRST_ID = '01a2018e-850c-7000-bee0-3ea9bd90741f';
const FIRST_ID_MS = 0x01a2018e850c;
const STEP_MS = 60_000;

/**
 * Returns a function that replaces the UUIDs in a text. The replacement of a UUID depends only on the number of different
 * UUIDs before it.
 */
export function createExampleIds(): (text: string) => string {
  const replacements = new Map<string, string>();
  return (text) =>
    text.replace(UUID, (id) => {
      const known = replacements.get(id);
      if (known !== undefined) return known;
      const replacement = exampleId(replacements.size);
      replacements.set(id, replacement);
      return replacement;
    });
}

/** Returns a UUID of version 7 whose random part is derived from its number. */
function exampleId(number: number): string {
  if (number === 0) return FIRST_ID;
  const time = (FIRST_ID_MS + number * STEP_MS).toString(16).padStart(12, '0');
  const random = createHash('sha256').update(String(number)).digest('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6, 18)}`;
}
