import { isUuid } from '@loci/core';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** Returns the ID in a text that a user has pasted: an ID, or the address of the page of a memory. Null if there is none. */
export function findMemoryId(text: string): string | null {
  const id = UUID.exec(text)?.[0];
  return id !== undefined && isUuid(id) ? id.toLowerCase() : null;
}
