import { includesLatest } from './expected-state.ts';
import type { ExpectedState } from './expected-state.ts';

export interface Comparison {
  /** Number of acknowledged memories that the server returned with their latest text. */
  found: number;
  /** Markers of acknowledged memories that the server did not return with their latest text. */
  lost: Set<string>;
  /** Number of additional objects with the marker of a memory, acknowledged or not. */
  duplicated: number;
}

/** Compares the texts of all stored memories with the expected state. Ignores texts without a known marker. */
export async function compareStored(
  expected: ExpectedState,
  texts: AsyncIterable<string>,
): Promise<Comparison> {
  const objects = new Map<string, string[]>(expected.sent.map(({ marker }) => [marker, []]));
  for await (const text of texts) objects.get(text.split(' ', 1)[0]!)?.push(text);
  const lost = expected.acknowledged.filter(
    (memory) => !includesLatest(objects.get(memory.marker)!, memory, memory.acknowledgment!.text),
  );
  let duplicated = 0;
  for (const stored of objects.values()) duplicated += Math.max(0, stored.length - 1);
  return {
    found: expected.acknowledged.length - lost.length,
    lost: new Set(lost.map(({ marker }) => marker)),
    duplicated,
  };
}
