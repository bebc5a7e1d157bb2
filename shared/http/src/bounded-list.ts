import { jsonByteLength } from '@loci/core';

/**
 * Maximum size of the items of one response, in UTF-8 bytes of JSON. Twenty memories of maximum size (the
 * default page: 10,000 characters of up to 6 bytes and 64 KiB of metadata each) need 2.5 MB, a hundred 12.5 MB.
 */
export const MAX_LIST_BYTES = 4 * 1024 * 1024;

/**
 * Returns the longest prefix of `items` that fits into `maxBytes` of JSON, and at least one item: an item
 * larger than the limit must not stop a client that follows cursors.
 */
export function fitItems<T>(items: readonly T[], maxBytes: number = MAX_LIST_BYTES): T[] {
  let bytes = 0;
  const fitting: T[] = [];
  for (const item of items) {
    bytes += jsonByteLength(item) + 1;
    if (bytes > maxBytes && fitting.length > 0) break;
    fitting.push(item);
  }
  return fitting;
}
