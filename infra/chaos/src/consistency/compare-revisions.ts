import type { Revisions } from './stored-state.ts';

/** Compares the revisions of an index with those of the owner. Returns one message per difference. */
export function compareRevisions(store: string, owned: Revisions, copy: Revisions): string[] {
  return [...new Set([...owned.keys(), ...copy.keys()])].flatMap((id) =>
    owned.get(id) === copy.get(id)
      ? []
      : [`${store}: ${id} has revision ${copy.get(id) ?? 'none'} instead of ${owned.get(id) ?? 'none'}`],
  );
}
