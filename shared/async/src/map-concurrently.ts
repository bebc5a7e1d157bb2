import pMap from 'p-map';

/**
 * Maps `items` with at most `concurrency` calls of `map` at a time.
 *
 * @returns the results in the order of `items`
 * @throws the first rejection; no further calls start after it
 */
export const mapConcurrently = <T, R>(
  items: Iterable<T>,
  concurrency: number,
  map: (item: T, index: number) => Promise<R>,
): Promise<R[]> => pMap(items, map, { concurrency }) as Promise<R[]>;
