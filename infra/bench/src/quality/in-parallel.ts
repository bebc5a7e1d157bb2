/** Number of concurrent searches of a measurement of quality. */
export const PARALLEL_SEARCHES = 4;

/**
 * Maps items with at most `width` concurrent calls. Returns the results in input order. Rejects with the
 * first error.
 */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  each: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await each(items[index]!, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return results;
}
