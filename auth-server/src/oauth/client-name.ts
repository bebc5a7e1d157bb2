/** Control, format, surrogate and private-use characters, and line separators. They can hide or reorder parts of a name. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;

/** Characters that look like a Latin letter of the product name. */
const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  l: 'i',
  '|': 'i',
  '\u043e': 'o',
  '\u0441': 'c',
  '\u0456': 'i',
  '\u03bf': 'o',
  '\u03b9': 'i',
};

/** Maps characters that look similar to one character. */
const skeleton = (text: string): string =>
  [...text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()]
    .map((character) => LOOKALIKES[character] ?? character)
    .join('');

const OWN_NAME = skeleton('loci');

/**
 * Validates the name that a client chose for itself, which the consent page shows.
 *
 * @returns the problem, or null if the name is valid
 */
export function findClientNameProblem(name: string): string | null {
  if (INVISIBLE.test(name)) return 'client_name must not contain control or invisible characters.';
  const words = skeleton(name).split(/[^\p{L}\p{N}]+/u);
  return words.includes(OWN_NAME) ? 'client_name must not contain the name of this product.' : null;
}
