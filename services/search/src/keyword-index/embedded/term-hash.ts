/**
 * A 56-bit hash that is stored instead of a term. Among one million distinct terms, the probability of a
 * collision is 1 in 140,000.
 */
export interface TermHash {
  /** The low 32 bits. */
  low: number;
  /** The high 24 bits. */
  high: number;
}

/** Hashes a term. The hashes are stored in tenant files, so a change requires a new schema version. */
export function hashTerm(term: string): TermHash {
  let low = 0x9e3779b9;
  let high = 0x85ebca6b;
  for (let i = 0; i < term.length; i++) {
    const unit = term.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x9e3779b1);
    high = Math.imul(high ^ unit, 0x5f356495);
  }
  low = finalize(low ^ (high >>> 15));
  high = finalize(high ^ (low >>> 13));
  return { low: low >>> 0, high: high >>> 8 };
}

/** Returns a number that identifies a hash in a set. It has 53 of the 56 bits. */
export const termKey = ({ low, high }: TermHash): number => high * 0x100000000 + low;

/** The finalizer of MurmurHash3. Each input bit affects every output bit. */
function finalize(bits: number): number {
  let result = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  result = Math.imul(result ^ (result >>> 13), 0xc2b2ae35);
  return result ^ (result >>> 16);
}
