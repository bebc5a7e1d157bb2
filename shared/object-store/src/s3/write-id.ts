import { randomBytes } from 'node:crypto';
import type { StoredObject } from '../object-store.ts';

/** Name of the object's metadata that holds the stamp of its write. */
const STAMP = 'loci-write';
const FORM = /^([0-9a-f]+)-[0-9a-f]{16}$/;

/** What a write leaves on the object; S3's own ETag says only which bytes they are. */
export function createWriteId(): { metadata: Record<string, string>; etag: string; modifiedAt: Date } {
  const nowMs = Date.now();
  const etag = `${nowMs.toString(16)}-${randomBytes(8).toString('hex')}`;
  return { metadata: { [STAMP]: etag }, etag, modifiedAt: new Date(nowMs) };
}

export interface S3ObjectDescription {
  Metadata?: Record<string, string> | undefined;
  ETag?: string | undefined;
  LastModified?: Date | undefined;
}

/** What the store tells of an object, by its stamp; one that somebody else put there goes by S3's own. */
export function toStoredObject(
  { Metadata, ETag, LastModified }: S3ObjectDescription,
  sizeBytes: number,
): StoredObject {
  const stamp = Metadata?.[STAMP] ?? '';
  const [, writtenAt] = FORM.exec(stamp) ?? [];
  if (writtenAt !== undefined) {
    return { sizeBytes, etag: stamp, modifiedAt: new Date(parseInt(writtenAt, 16)) };
  }
  return {
    sizeBytes,
    etag: (ETag ?? '').replace(/[^A-Za-z0-9-]/g, ''),
    modifiedAt: LastModified ?? new Date(0),
  };
}
