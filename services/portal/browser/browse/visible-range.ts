/** Rows that are rendered above and below the visible ones. */
const OVERSCAN = 6;

/** Position and size of the visible part of a table in pixels. */
export interface Viewport {
  scrollTop: number;
  height: number;
  rowHeight: number;
}

/** Returns the rows to render. @returns indexes, `to` is exclusive */
export function visibleRange(
  { scrollTop, height, rowHeight }: Viewport,
  count: number,
): { from: number; to: number } {
  const from = Math.min(count, Math.max(0, Math.floor(scrollTop / rowHeight) - OVERSCAN));
  const to = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + OVERSCAN);
  return { from, to };
}

/**
 * Returns the scroll position at which a row is visible, which is the current one if it is visible already.
 *
 * @param headerHeight height of the header, which covers the top of the viewport
 */
export function scrollToRow(
  index: number,
  { scrollTop, height, rowHeight }: Viewport,
  headerHeight: number,
): number {
  const top = index * rowHeight;
  if (top < scrollTop) return top;
  const bottom = top + rowHeight + headerHeight;
  return bottom > scrollTop + height ? bottom - height : scrollTop;
}
