import type { Readable } from 'node:stream';

export interface StoredObject {
  sizeBytes: number;
  /** Changes with every write of the key; letters, digits and dashes, without quotes. */
  etag: string;
  modifiedAt: Date;
}

export interface ByteRange {
  /** First byte, from 0. */
  start: number;
  /** Last byte, inclusive. */
  end: number;
}

/**
 * Keeps bytes by key. Keys are made by the services, `<tenant_id>/<kind>/<id>`, never by a caller: segments of
 * `[A-Za-z0-9._-]`, none empty or opening with a dot, none over 200 characters, 1,000 in all; no key lies below
 * another. Anything else throws SYS_INTERNAL_ERROR.
 *
 * An operation on a store that does not answer, has no room left or was closed throws SYS_SERVICE_UNAVAILABLE.
 */
export interface ObjectStore {
  /**
   * Writes all of `body` or nothing: a reader never sees half an object. Overwrites. What it returned survives a
   * crash. A body that fails or ends early rejects with the body's own error and leaves what was there; a body
   * that is not read to its end is destroyed.
   */
  put(key: string, body: Readable | Buffer): Promise<StoredObject>;
  /**
   * The bytes, from disk or wire as they are read; null for an unknown key. Read the body to its end or destroy
   * it. An overwrite or a delete meanwhile does not change it.
   * @throws SYS_INTERNAL_ERROR for a range that is not within the object: look at `head` first
   */
  get(key: string, range?: ByteRange): Promise<{ body: Readable; object: StoredObject } | null>;
  /** Null for an unknown key. */
  head(key: string): Promise<StoredObject | null>;
  /**
   * True when it was there; deleting what is not there is no error. Of deletes at once in one process exactly one is
   * told that it was; S3 tells none, so in two processes both may be.
   */
  delete(key: string): Promise<boolean>;
  /**
   * Keys below a prefix that ends in a slash, in the order of their characters, behind the key `after`.
   * @param options.limit 1 to 1,000
   */
  list(prefix: string, options: { after?: string; limit: number }): Promise<string[]>;
  /** Waits for running writes. */
  close(): Promise<void>;
}
