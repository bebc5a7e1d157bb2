export type { ByteRange, ObjectStore, StoredObject } from './object-store.ts';
