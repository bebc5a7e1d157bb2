import type { WrittenItem } from '@loci/core';

/**
 * Header of a service's response to the gateway, with the memories and document chunks that the request changed.
 * The gateway does not forward it to clients.
 */
export const WRITTEN_ITEMS_HEADER = 'x-internal-written-items';

/** Formats items as `<id>:<revision>`, separated by commas. 200 items have about 8 KB. */
export const formatWrittenItems = (items: readonly WrittenItem[]): string =>
  items.map(({ id, revision }) => `${id}:${revision}`).join(',');

/** Parses the value of the header. Returns an empty array if the header is missing. */
export function parseWrittenItems(header: string | null | undefined): WrittenItem[] {
  if (!header) return [];
  return header.split(',').map((entry) => {
    const [id, revision] = entry.split(':') as [string, string];
    return { id, revision: Number(revision) };
  });
}
