import type { Revisions } from './stored-state.ts';

/** Compares the revisions in a store with those of the owning service. Returns one message per difference. */
export function compareRevisions(store: string, owned: Revisions, copy: Revisions): string[] {
  return [...new Set([...owned.keys(), ...copy.keys()])].flatMap((id) =>
    owned.get(id) === copy.get(id)
      ? []
      : [`${store}: ${id} has revision ${copy.get(id) ?? 'none'} instead of ${owned.get(id) ?? 'none'}`],
  );
}
