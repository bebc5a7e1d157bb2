/**
 * A term as 56 bits, low 32 and high 24: terms themselves are not kept. Among a million terms of a
 * tenant the chance that any two share a key is 1 in 140,000.
 */
export interface TermHash {
  low: number;
  high: number;
}

/** The key of a term, the same for ever: keys are stored. */
export function hashTerm(term: string): TermHash {
  let low = 0x9e3779b9;
  let high = 0x85ebca6b;
  for (let i = 0; i < term.length; i++) {
    const unit = term.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x9e3779b1);
    high = Math.imul(high ^ unit, 0x5f356495);
  }
  low = mixed(low ^ (high >>> 15));
  high = mixed(high ^ (low >>> 13));
  return { low: low >>> 0, high: high >>> 8 };
}

// The finalizer of MurmurHash3, which spreads every bit over all.
function mixed(bits: number): number {
  let result = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  result = Math.imul(result ^ (result >>> 13), 0xc2b2ae35);
  return result ^ (result >>> 16);
}
