import { invalidField } from '@loci/core';
import { z } from 'zod';

/** Position in a list. Opaque to clients. */
export interface Cursor {
  /** The list and its order, e.g. `memories:-created_at`. */
  list: string;
  /** Sort key of the last item returned. */
  after: readonly (string | number)[];
  /** Number of items before the next one. */
  position: number;
}

const MAX_CURSOR_LENGTH = 512;

const wire = z.tuple([z.string(), z.array(z.union([z.string(), z.number()])), z.int().min(0)]);

export const encodeCursor = ({ list, after, position }: Cursor): string =>
  Buffer.from(JSON.stringify([list, after, position]), 'utf8').toString('base64url');

/** `cursor` as an input. Anything that `encodeCursor` did not return is VAL_FIELD_INVALID. */
export const cursorField = z
  .string()
  .max(MAX_CURSOR_LENGTH)
  .transform((text, context): Cursor => {
    const parsed = wire.safeParse(decodeJson(text));
    if (parsed.success) {
      const [list, after, position] = parsed.data;
      return { list, after, position };
    }
    context.addIssue({ code: 'custom', message: BAD_CURSOR, params: { code: 'VAL_FIELD_INVALID' } });
    return z.NEVER;
  });

/**
 * Returns the sort key to continue after, or undefined without a cursor.
 *
 * @param types schema of the sort key: a cursor is client input, whatever it looks like
 * @throws VAL_FIELD_INVALID for the cursor of another list or order
 */
export function continueAfter<S extends z.ZodType>(
  cursor: Cursor | undefined,
  list: string,
  types: S,
): z.output<S> | undefined {
  if (cursor === undefined) return undefined;
  const after = types.safeParse(cursor.after);
  if (cursor.list !== list || !after.success) throw invalidField('cursor', BAD_CURSOR);
  return after.data;
}

const BAD_CURSOR = 'Must be the next_cursor of an earlier response of the same list in the same order.';

function decodeJson(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Sort key of lists in the order of a time, then of an id. */
export const timeAndId = z.tuple([
  // PostgreSQL has no year 0.
  z.iso.datetime().refine((time) => !time.startsWith('0000')),
  z.guid(),
]);
