import { invalidField } from '@loci/core';
import { z } from 'zod';

/** Position in a list. Clients treat its encoded form as opaque. */
export interface Cursor {
  /** Name and order of the list, for example `memories:-created_at`. */
  list: string;
  /** Sort key of the last returned item. */
  after: readonly (string | number)[];
  /** Number of items before the next page. */
  position: number;
}

/**
 * Maximum length of an encoded cursor, in characters. The longest cursor contains two artifact names of 1,023
 * characters.
 */
export const MAX_CURSOR_LENGTH = 4_096;

const wire = z.tuple([z.string(), z.array(z.union([z.string(), z.number()])), z.int().min(0)]);

/** Encodes a cursor as base64url. */
export const encodeCursor = ({ list, after, position }: Cursor): string =>
  Buffer.from(JSON.stringify([list, after, position]), 'utf8').toString('base64url');

/**
 * Schema of the `cursor` of a request. Rejects a value that is not an encoded cursor with VAL_FIELD_INVALID.
 */
export const cursorField = z
  .string()
  .max(MAX_CURSOR_LENGTH)
  .transform((text, context): Cursor => {
    const parsed = wire.safeParse(decodeJson(text));
    if (parsed.success) {
      const [list, after, position] = parsed.data;
      return { list, after, position };
    }
    context.addIssue({ code: 'custom', message: INVALID_CURSOR, params: { code: 'VAL_FIELD_INVALID' } });
    return z.NEVER;
  });

/**
 * Returns the sort key to continue after, or undefined without a cursor.
 *
 * @param types schema that validates the sort key, because a client can send a forged cursor
 * @throws VAL_FIELD_INVALID for a cursor of another list or order
 */
export function continueAfter<S extends z.ZodType>(
  cursor: Cursor | undefined,
  list: string,
  types: S,
): z.output<S> | undefined {
  if (cursor === undefined) return undefined;
  const after = types.safeParse(cursor.after);
  if (cursor.list !== list || !after.success) throw invalidField('cursor', INVALID_CURSOR);
  return after.data;
}

const INVALID_CURSOR = 'Must be the next_cursor of an earlier response of the same list in the same order.';

function decodeJson(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

// PostgreSQL does not accept the year 0.
const time = z.iso.datetime().refine((text) => !text.startsWith('0000'));

/** Schema of the sort key of lists that are ordered by time and id. */
export const timeAndId = z.tuple([time, z.guid()]);

/** Schema of the sort key of lists that are ordered by time and an id that is not a UUID. */
export const timeAndText = z.tuple([time, z.string().max(128)]);

/** Schema of the sort key of lists that are ordered by time and two ids. */
export const timeAndTwoIds = z.tuple([time, z.guid(), z.guid()]);
