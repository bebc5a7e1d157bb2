const ID_LENGTH = 36;

/**
 * UUIDs on their way between threads: one string is copied many times faster than hundreds of them, and taking it
 * apart copies nothing.
 */
export type PackedIds = string;

export function unpackIds(packed: PackedIds): string[] {
  const ids: string[] = [];
  for (let at = 0; at < packed.length; at += ID_LENGTH) ids.push(packed.slice(at, at + ID_LENGTH));
  return ids;
}
