import type { Memory } from '@loci/client';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { texts } from '../texts.ts';
import type { MemoryPages } from './memory-pages.ts';
import { MemoryRow } from './memory-row.tsx';
import { scrollToRow, visibleRange } from './visible-range.ts';
import type { Viewport } from './visible-range.ts';

const { columns, keys } = texts.browse;
const HEADER_HEIGHT = 40;
/** Browsers limit the height of an element to about 33 million pixels. */
export const MAX_ROWS = 300_000;
const NARROW = matchMedia('(max-width: 48rem)');
const rowHeight = (): number => (NARROW.matches ? 80 : 48);
/**
 * Time without a change of the visible rows after which the next change loads its pages immediately. During a scroll, pages are
 * loaded after a pause of this length, so that a long scroll does not load the pages in between.
 */
const SCROLL_PAUSE_MS = 60;
/** Rows after the visible ones that are loaded before the user scrolls to them. */
const ROWS_AHEAD = 50;

export interface MemoryTableProps {
  pages: MemoryPages<Memory>;
  /** Increases with each change of `pages`. */
  version: number;
  selection: ReadonlyMap<string, Memory>;
  canSelect: boolean;
  sort: string;
  sortUrls: Readonly<Record<string, string>>;
  onSort(sort: string): void;
  onToggle(index: number): void;
  /** Selects the rows between two rows. */
  onExtend(from: number, to: number): void;
  onSelectAll(): void;
  onDelete(index: number): void;
  onLoadFailed(error: unknown): void;
}

/** A table of any number of memories that renders only the visible rows. */
export function MemoryTable(props: MemoryTableProps) {
  const { pages, version, selection, canSelect, sort, sortUrls } = props;
  const grid = useRef<HTMLDivElement>(null);
  const [viewport, setViewport] = useState<Viewport>({ scrollTop: 0, height: 600, rowHeight: rowHeight() });
  const [active, setActive] = useState(0);
  const anchor = useRef(0);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  const count = Math.min(pages.total, MAX_ROWS);
  const { from, to } = visibleRange(viewport, count);

  useLayoutEffect(() => {
    const measure = (): void => {
      const { scrollTop, clientHeight } = grid.current!;
      setViewport({ scrollTop, height: clientHeight, rowHeight: rowHeight() });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(grid.current!);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    // Another list starts at its first row.
    setActive(0);
    anchor.current = 0;
    grid.current!.scrollTop = 0;
  }, [pages]);

  useEffect(() => {
    const load = (): void => {
      const end = Math.min(to + ROWS_AHEAD, Math.max(count, to));
      pages.ensure(from, Math.max(end, from + 1)).catch(props.onLoadFailed);
    };
    const now = performance.now();
    const isScrolling = now - changedAt.current < SCROLL_PAUSE_MS;
    changedAt.current = now;
    if (!isScrolling) {
      load();
      return undefined;
    }
    const timer = setTimeout(load, SCROLL_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [from, to, version, pages]);

  const moveTo = (index: number): void => {
    const next = Math.max(0, Math.min(count - 1, index));
    setActive(next);
    grid.current!.scrollTop = scrollToRow(next, viewport, HEADER_HEIGHT);
  };
  const onPointer = (index: number, event: MouseEvent): void => {
    setActive(index);
    const target = event.target as HTMLElement;
    if (!canSelect || (target.closest('a') !== null && !event.shiftKey)) return;
    if (event.shiftKey) {
      event.preventDefault();
      props.onExtend(anchor.current, index);
    } else if (target.closest('.cell-select') !== null) {
      event.preventDefault();
      anchor.current = index;
      props.onToggle(index);
    } else anchor.current = index;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== grid.current) return;
    const page = Math.max(1, Math.floor((viewport.height - HEADER_HEIGHT) / viewport.rowHeight) - 1);
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: count - 1,
    };
    const next = moves[event.key];
    if (next !== undefined) {
      if (event.shiftKey && canSelect) props.onExtend(anchor.current, Math.max(0, Math.min(count - 1, next)));
      else anchor.current = Math.max(0, Math.min(count - 1, next));
      moveTo(next);
    } else if (event.key === ' ' && canSelect) {
      anchor.current = active;
      props.onToggle(active);
    } else if (event.key === 'Enter') {
      const memory = pages.get(active);
      if (memory !== undefined) location.assign(`/memories/${memory.id}`);
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && canSelect) props.onSelectAll();
    else if (event.key === 'Delete' && canSelect) props.onDelete(active);
    else return;
    event.preventDefault();
  };
  const sortable = (label: string, className: string, orders: readonly string[]) => {
    const position = orders.indexOf(sort);
    const next = orders[(position + 1) % orders.length]!;
    const direction = position === -1 ? 'none' : sort.startsWith('-') ? 'descending' : 'ascending';
    return (
      <div role="columnheader" class={className} aria-sort={direction}>
        <a
          href={sortUrls[next]!}
          onClick={(event) => {
            // Opens the address in another tab or window.
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            props.onSort(next);
          }}
        >
          {label}
          <span aria-hidden="true">{{ none: '', ascending: ' ↑', descending: ' ↓' }[direction]}</span>
        </a>
      </div>
    );
  };
  const isRendered = active >= from && active < to;
  return (
    <>
      <p class="hidden" id="table-keys">
        {keys}
      </p>
      <div
        ref={grid}
        role="grid"
        class={`memory-table ${canSelect ? 'selectable' : ''}`}
        tabIndex={0}
        aria-label={texts.browse.title}
        aria-describedby="table-keys"
        aria-multiselectable={canSelect}
        aria-rowcount={pages.isTotalExact ? count + 1 : -1}
        aria-activedescendant={isRendered ? `memory-row-${active}` : undefined}
        onKeyDown={onKeyDown}
        onScroll={(event) => {
          const { scrollTop } = event.currentTarget;
          setViewport((current) => ({ ...current, scrollTop }));
        }}
      >
        <div role="rowgroup" class="memory-head">
          <div role="row" aria-rowindex={1} class="memory-row head">
            {canSelect && (
              <div role="columnheader" class="cell-select">
                <span class="hidden">{columns.select}</span>
              </div>
            )}
            <div role="columnheader" class="cell-content">
              {columns.content}
            </div>
            <div role="columnheader" class="cell-type">
              {columns.type}
            </div>
            <div role="columnheader" class="cell-tags">
              {columns.tags}
            </div>
            {sortable(columns.importance, 'cell-importance', ['-importance'])}
            {sortable(columns.occurred, 'cell-time', ['-occurred_at', 'occurred_at'])}
            {sortable(columns.updated, 'cell-updated', ['-updated_at'])}
          </div>
        </div>
        <div role="rowgroup" class="memory-body" style={{ height: `${count * viewport.rowHeight}px` }}>
          {Array.from({ length: to - from }, (_, offset) => {
            const index = from + offset;
            const memory = pages.get(index);
            return (
              <MemoryRow
                key={index}
                index={index}
                memory={memory}
                top={index * viewport.rowHeight}
                isSelected={memory !== undefined && selection.has(memory.id)}
                isActive={index === active}
                canSelect={canSelect}
                onPointer={onPointer}
              />
            );
          })}
        </div>
      </div>
    </>
  );
}
