export type { ByteRange, ObjectStore, StoredObject } from './object-store.ts';
export { deleteObjects } from './delete-objects.ts';
