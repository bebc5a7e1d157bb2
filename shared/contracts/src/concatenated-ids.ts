import { z } from 'zod';

/** Length of a UUID in characters. */
export const ID_LENGTH = 36;

const UUIDS = /^(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})*$/i;

/**
 * Schema of a list of ids as one string, which is much faster to send and to check than an array of strings.
 *
 * @param maxIds maximum number of ids
 */
export const concatenatedIds = (maxIds: number) =>
  z
    .string()
    .max(ID_LENGTH * maxIds)
    .regex(UUIDS, 'Must be concatenated UUIDs.');

/** Returns the id at a position of concatenated ids. */
export function idAt(ids: string, position: number): string {
  return ids.slice(position * ID_LENGTH, (position + 1) * ID_LENGTH);
}
