import type { Readable } from 'node:stream';

/** Attributes of a stored object. */
export interface StoredObject {
  sizeBytes: number;
  /**
   * Entity tag, which changes with every write of the key. Contains only letters, digits and dashes, without
   * quotes.
   */
  etag: string;
  modifiedAt: Date;
}

/** Part of an object. */
export interface ByteRange {
  /** Offset of the first byte, from 0. */
  start: number;
  /** Offset of the last byte, inclusive. */
  end: number;
}

/**
 * Stores objects by key.
 *
 * Services generate the keys, as `<tenant_id>/<kind>/<id>`. A key has at most 1,000 characters and consists of segments
 * of `[A-Za-z0-9._-]` that are separated by slashes. A segment has 1 to 200 characters and does not start with a dot. No
 * key may be a path prefix of another key. All operations throw `SYS_INTERNAL_ERROR` for other keys.
 *
 * All operations throw `SYS_SERVICE_UNAVAILABLE` if the store does not respond, is full, or has been closed.
 */
export interface ObjectStore {
  /**
   * Writes an object. Replaces an existing object. The write is atomic, and durable when the promise
   * resolves. If `body` fails or ends early, the call rejects with the error of the body and the previous
   * object is kept. A body that is not read to its end is destroyed.
   */
  put(key: string, body: Readable | Buffer): Promise<StoredObject>;
  /**
   * Opens an object for reading. Returns null for an unknown key. The body must be read to its end or destroyed. Later
   * writes and deletes of the key do not change the body.
   *
   * @throws SYS_INTERNAL_ERROR if the range is not within the object. Check the size with `head` first.
   */
  get(key: string, range?: ByteRange): Promise<{ body: Readable; object: StoredObject } | null>;
  /** Returns the attributes of an object, or null for an unknown key. */
  head(key: string): Promise<StoredObject | null>;
  /**
   * Deletes an object. Idempotent.
   *
   * @returns true if the object existed. Of concurrent deletes in one process, exactly one returns true. Deletes in
   *   different processes may all return true on S3.
   */
  delete(key: string): Promise<boolean>;
  /**
   * Lists the keys that start with `prefix`, in ASCII order.
   *
   * @param prefix one or more whole segments, with a trailing slash
   * @param options.after lower bound of the returned keys, exclusive
   * @param options.limit maximum number of keys, 1 to 1,000
   */
  list(prefix: string, options: { after?: string; limit: number }): Promise<string[]>;
  /** Waits for pending writes and closes the store. */
  close(): Promise<void>;
}
