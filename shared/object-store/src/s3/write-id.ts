import { randomBytes } from 'node:crypto';
import type { StoredObject } from '../object-store.ts';

/** Metadata entry that holds the write id of an object. */
const METADATA_NAME = 'loci-write';
const WRITE_ID = /^([0-9a-f]+)-[0-9a-f]{16}$/;

/**
 * Creates a unique id for a write. The id is stored in the metadata of the object and is used as its etag,
 * because the ETag of S3 is the same for two writes of the same bytes.
 */
export function createWriteId(): { metadata: Record<string, string>; etag: string; modifiedAt: Date } {
  const nowMs = Date.now();
  const etag = `${nowMs.toString(16)}-${randomBytes(8).toString('hex')}`;
  return { metadata: { [METADATA_NAME]: etag }, etag, modifiedAt: new Date(nowMs) };
}

/** Attributes of an object in a response of S3. */
export interface S3ObjectDescription {
  Metadata?: Record<string, string> | undefined;
  ETag?: string | undefined;
  LastModified?: Date | undefined;
}

/**
 * Converts the attributes in a response of S3. An object without a write id was stored by another program and
 * has the ETag and time of S3.
 */
export function toStoredObject(
  { Metadata, ETag, LastModified }: S3ObjectDescription,
  sizeBytes: number,
): StoredObject {
  const writeId = Metadata?.[METADATA_NAME] ?? '';
  const [, writtenAt] = WRITE_ID.exec(writeId) ?? [];
  if (writtenAt !== undefined) {
    return { sizeBytes, etag: writeId, modifiedAt: new Date(parseInt(writtenAt, 16)) };
  }
  return {
    sizeBytes,
    etag: (ETag ?? '').replace(/[^A-Za-z0-9-]/g, ''),
    modifiedAt: LastModified ?? new Date(0),
  };
}
