import { createHash } from 'node:crypto';

/** Key of an exported record in the journal. */
export function recordKey(id: string): string {
  return createHash('sha256').update(`loci-export:${id}`).digest('hex').slice(0, 32);
}
