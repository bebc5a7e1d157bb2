import type { Revisions } from './truth.ts';

/** Ids at which a copy differs from the truth; empty when it agrees. */
export function differences(where: string, truth: Revisions, copy: Revisions): string[] {
  return [...new Set([...truth.keys(), ...copy.keys()])].flatMap((id) =>
    truth.get(id) === copy.get(id)
      ? []
      : [`${where}: ${id} has revision ${copy.get(id) ?? 'none'} instead of ${truth.get(id) ?? 'none'}`],
  );
}
