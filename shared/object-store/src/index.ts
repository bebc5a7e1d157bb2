export type { ByteRange, ObjectStore, StoredObject } from './object-store.ts';
export { countObjects } from './count-objects.ts';
export { deleteObjects } from './delete-objects.ts';
