import type { Readable } from 'node:stream';

export interface StoredObject {
  sizeBytes: number;
  /** Changes with every write of the key. */
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
 * Keeps bytes by key. Keys are made by the services, `<tenant_id>/<kind>/<id>`: segments of
 * `[A-Za-z0-9._-]`, no empty one, none that starts with a dot; anything else throws.
 * Every operation on a store that does not answer throws SYS_SERVICE_UNAVAILABLE.
 */
export interface ObjectStore {
  /** Writes all of `body` or nothing: a reader never sees half an object. Overwrites. */
  put(key: string, body: Readable | Buffer): Promise<StoredObject>;
  /** The bytes, from disk or wire as they are read; null for an unknown key. A range outside throws. */
  get(key: string, range?: ByteRange): Promise<{ body: Readable; object: StoredObject } | null>;
  head(key: string): Promise<StoredObject | null>;
  /** True when it was there; deleting what is not there is no error. */
  delete(key: string): Promise<boolean>;
  /** Keys below a prefix that ends in a slash, in order, `limit` at most, after `after`. */
  list(prefix: string, options: { after?: string; limit: number }): Promise<string[]>;
  close(): Promise<void>;
}
