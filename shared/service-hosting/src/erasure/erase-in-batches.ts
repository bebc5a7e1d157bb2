/** Number of objects per transaction. Writers that need the same locks wait for the transaction. */
const BATCH_SIZE = 200;
/** Pause between two transactions, so that other writers are not delayed. */
const PAUSE_MS = 20;

/**
 * Deletes objects in batches, each in its own transaction.
 *
 * @param eraseBatch deletes at most `limit` objects and returns their number
 * @returns false if `mustStop` returned true before all objects were deleted
 */
export async function eraseInBatches(
  eraseBatch: (limit: number) => Promise<number>,
  mustStop: () => boolean,
): Promise<boolean> {
  for (;;) {
    if (mustStop()) return false;
    const deleted = await eraseBatch(BATCH_SIZE);
    if (deleted < BATCH_SIZE) return true;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
