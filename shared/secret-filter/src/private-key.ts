import type { SecretPattern } from './secret-pattern.ts';

const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
/** Length of the text after a start without an end, which is treated as part of the key. */
const MAX_TRUNCATED = 8192;

/**
 * Private keys in PEM format, also with escaped line feeds. Uses two searches instead of one expression, so that many
 * starts without an end do not take quadratic time.
 */
export const privateKey: SecretPattern = {
  kind: 'private-key',
  *find(text) {
    const starts = [...text.matchAll(BEGIN)];
    const ends = [...text.matchAll(END)].map((match) => match.index + match[0].length);
    let next = 0;
    let covered = -1;
    for (const { index: start, 0: line } of starts) {
      if (start < covered) continue;
      while (next < ends.length && ends[next]! <= start) next += 1;
      covered = ends[next] ?? truncatedEnd(text, start + line.length);
      yield { start, end: covered };
    }
  },
};

/** Returns the end of the Base64 text after the first line of a truncated key. */
function truncatedEnd(text: string, from: number): number {
  const rest = text.slice(from, from + MAX_TRUNCATED);
  const other = rest.search(/[^A-Za-z0-9+/=\s\\:,.-]/);
  return from + (other === -1 ? rest.length : other);
}
