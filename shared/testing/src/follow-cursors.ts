/** A page of a list with cursors. */
interface Page {
  ids: string[];
  /** Null at the end of the list. */
  nextCursor: string | null;
}

/** Number of pages after which objects are inserted. */
const INSERTIONS = 3;

/**
 * Reads a list with cursors while objects are inserted between its first pages.
 *
 * @param options.read reads the page after a cursor, or the first page without one
 * @param options.insert inserts objects before the cursor, after the cursor, and with the same sort key
 * @param options.existing IDs of the objects that exist before the first page is read
 * @returns the IDs that several pages contain, and the existing IDs that no page contains. Both are empty if cursors are stable.
 */
export async function followCursorsWhileInserting({
  read,
  insert,
  existing,
}: {
  read(cursor: string | undefined): Promise<Page>;
  insert(): Promise<unknown>;
  existing: readonly string[];
}): Promise<{ repeated: string[]; missing: string[] }> {
  const listed: string[] = [];
  let pages = 0;
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: Page = await read(cursor);
    listed.push(...page.ids);
    cursor = page.nextCursor;
    pages += 1;
    if (pages <= INSERTIONS) await insert();
  }
  if (pages <= INSERTIONS) throw new Error(`The list has only ${pages} pages.`);
  return {
    repeated: listed.filter((id, index) => listed.indexOf(id) !== index),
    missing: existing.filter((id) => !listed.includes(id)),
  };
}
