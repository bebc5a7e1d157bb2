import { redact } from '@loci/secret-filter';
import type { ImportItem } from './import-item.ts';

/** Replaces the secrets in the texts of an item, including its metadata. Returns whether it had any. */
export function redactItem(item: ImportItem): { item: ImportItem; redacted: boolean } {
  let redacted = false;
  const clean = (text: string): string => {
    const result = redact(text);
    redacted ||= result.kinds.length > 0;
    return result.text;
  };
  const cleanAll = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
      typeof inner === 'string' ? clean(inner) : inner,
    ) as T;
  // The ID of an item can contain its text. Equal IDs stay equal, so relationships still find their memories.
  return { item: cleanAll(item), redacted };
}
