import type { Memory } from '@loci/client';
import { elementErrorMessage, loci } from '../loci.ts';

type Update = Parameters<typeof loci.memories.updateMany>[0]['updates'][number];

/** Fields of a bulk update, without the memory. */
export type Change = Omit<Update, 'memory_id'>;

/** Maximum number of memories in one request. */
export const MAX_SELECTED = 1_000;

/** Result of a change of several memories. */
export interface Outcome {
  changed: number;
  failed: number;
  /** Error of the first memory that was not changed. */
  firstError: string;
  /** Updates that restore the former values of the changed memories. */
  undo: Update[];
}

/** Changes memories with one request. @throws LociError if the request fails */
export async function changeMemories(memories: readonly Memory[], change: Change): Promise<Outcome> {
  return send(
    memories.map((memory) => ({ ...change, memory_id: memory.id })),
    (index) => formerValues(memories[index]!, change),
  );
}

/** Sends updates that {@link changeMemories} returned. */
export const undoChange = (updates: readonly Update[]): Promise<Outcome> =>
  send(updates, (index) => updates[index]!);

async function send(updates: readonly Update[], toUndo: (index: number) => Update): Promise<Outcome> {
  const { updated, failed, results } = await loci.memories.updateMany({ updates: [...updates] });
  const firstFailure = results.find((result) => result.status === 'failed');
  return {
    changed: updated,
    failed,
    firstError: firstFailure === undefined ? '' : await elementErrorMessage(firstFailure.error),
    undo: results.flatMap(({ status, index }) => (status === 'updated' ? [toUndo(index)] : [])),
  };
}

function formerValues(memory: Memory, change: Change): Update {
  const undo: Update = { memory_id: memory.id };
  if (change.add_tags !== undefined || change.remove_tags !== undefined) undo.tags = memory.tags;
  if (change.memory_type !== undefined) undo.memory_type = memory.memory_type;
  // Pinning can remove an expiry.
  if (change.pinned !== undefined) undo.pinned = memory.pinned;
  if (change.pinned !== undefined || change.ttl_seconds !== undefined || change.expires_at !== undefined)
    undo.expires_at = memory.expires_at;
  return undo;
}
