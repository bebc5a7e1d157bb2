import { jsonByteLength, maxJsonByteLength } from '@loci/core';

/**
 * Maximum size of the items of one response, in UTF-8 bytes of JSON. A memory of maximum size has 125 kB:
 * 10,000 characters of up to 6 bytes, and 64 KiB of metadata. The default page of 20 such memories has
 * 2.5 MB. A page of 100 such memories has 12.5 MB and is therefore shortened.
 */
export const MAX_LIST_BYTES = 4 * 1024 * 1024;

/**
 * Returns the longest prefix of `items` that fits into `maxBytes` of JSON. If the first item exceeds the
 * limit, returns only this item, so that a client that follows cursors can continue.
 */
export function fitItems<T>(items: readonly T[], maxBytes: number = MAX_LIST_BYTES): T[] {
  // Most lists are far below the limit, and the upper bound is much faster to compute than the exact size.
  if (maxJsonByteLength(items) <= maxBytes) return [...items];
  let bytes = 0;
  const fitting: T[] = [];
  for (const item of items) {
    bytes += jsonByteLength(item) + 1;
    if (bytes > maxBytes && fitting.length > 0) break;
    fitting.push(item);
  }
  return fitting;
}
