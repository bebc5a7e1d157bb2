/** A seeded source of numbers in [0, 1): the same seed gives the same texts on every machine. */
export type Random = () => number;

/** The generator mulberry32: 32 bits of state, good enough for texts, not for secrets. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of `choices`, all equally likely. */
export function pick<T>(random: Random, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)]!;
}

/**
 * Draws an index of 0..size-1 where index i is drawn in proportion to 1 / (i + 1): Zipf's law, after which a
 * few words are everywhere and most are rare, as in real text.
 */
export function createZipf(size: number): (random: Random) => number {
  const cumulative = new Float64Array(size);
  let sum = 0;
  for (let index = 0; index < size; index++) cumulative[index] = sum += 1 / (index + 1);
  return (random) => {
    const target = random() * sum;
    let low = 0;
    let high = size - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cumulative[middle]! > target) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
