import type { ExpectedState } from './expected-state.ts';

export interface Comparison {
  /** Number of acknowledged memories that the server returned with their text. */
  found: number;
  /** Markers of acknowledged memories that the server did not return with their text. */
  lost: Set<string>;
  /** Number of additional objects with the marker of a memory, acknowledged or not. */
  duplicated: number;
}

/** Compares the texts of all stored memories with the expected state. Ignores texts without a known marker. */
export async function compareStored(
  expected: ExpectedState,
  texts: AsyncIterable<string>,
): Promise<Comparison> {
  const known = new Set(expected.sent.map(({ marker }) => marker));
  const objects = new Map<string, number>();
  const found = new Set<string>();
  for await (const text of texts) {
    const marker = text.split(' ', 1)[0]!;
    if (!known.has(marker)) continue;
    objects.set(marker, (objects.get(marker) ?? 0) + 1);
    found.add(text);
  }
  const lost = expected.acknowledged.filter(({ text }) => !found.has(text));
  const duplicated = [...objects.values()].reduce((sum, count) => sum + count - 1, 0);
  return {
    found: expected.acknowledged.length - lost.length,
    lost: new Set(lost.map(({ marker }) => marker)),
    duplicated,
  };
}
