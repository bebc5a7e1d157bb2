import type { Memory, MemoryFilters } from '@loci/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { BulkBar } from '../browse/bulk-bar.tsx';
import { MAX_SELECTED, changeMemories, undoChange } from '../browse/bulk-change.ts';
import type { Change, Outcome } from '../browse/bulk-change.ts';
import { MemoryPages, PAGE_SIZE } from '../browse/memory-pages.ts';
import type { LoadPage } from '../browse/memory-pages.ts';
import { MAX_ROWS, MemoryTable } from '../browse/memory-table.tsx';
import { errorMessage, loci } from '../loci.ts';
import { mountIsland } from '../mount-island.ts';
import { texts } from '../texts.ts';

const { browse } = texts;
/** Time in which a deletion can be undone. The server deletes the memories, so that the page can be closed. */
const DELETION_SECONDS = 60;

interface BrowseProps {
  /** Filter of the list, as query parameters of the API. */
  query: MemoryFilters;
  sort: string;
  /** URLs of the page in the other orders. */
  sortUrls: Record<string, string>;
  canWrite: boolean;
}

type Message =
  { kind: 'good' | 'bad' | 'working'; text: string } | { kind: 'good'; text: string; undo: Outcome['undo'] };

/** Loads pages of memories. A page that is shortened by the size limit of a response is completed. */
const pageLoader =
  (query: MemoryFilters): LoadPage<Memory> =>
  async (page, cursor) => {
    const position = cursor === null ? { page: page + 1 } : { cursor };
    let { items, pagination } = await loci.memories.list({ ...query, ...position, per_page: PAGE_SIZE });
    while (items.length < PAGE_SIZE && pagination.next_cursor !== null) {
      const rest = await loci.memories.list({
        ...query,
        cursor: pagination.next_cursor,
        per_page: PAGE_SIZE - items.length,
      });
      items = [...items, ...rest.items];
      pagination = { ...rest.pagination, total: pagination.total };
    }
    return {
      items,
      total: pagination.total,
      isTotalExact: pagination.total_is_exact,
      nextCursor: pagination.next_cursor,
    };
  };

/** Sets the order of the form above the table, so that a change of the filter keeps it. */
function setOrderOfForm(sort: string): void {
  const field = document.querySelector<HTMLSelectElement>('.browse-filter #sort');
  if (field !== null) field.value = sort;
}

/** A table of all memories that match the filter, with commands for the selected ones. */
function Browse({ query, sort: initialSort, sortUrls, canWrite }: BrowseProps) {
  const [version, setVersion] = useState(0);
  const createList = (sort: string) => ({
    sort,
    pages: new MemoryPages(pageLoader({ ...query, sort } as MemoryFilters), () =>
      setVersion((current) => current + 1),
    ),
  });
  const [{ sort, pages: list }, setList] = useState(() => createList(initialSort));
  /** Order that was requested last. */
  const requestedSort = useRef(initialSort);
  const [selection, setSelection] = useState<ReadonlyMap<string, Memory>>(new Map());
  const [message, setMessage] = useState<Message | null>(null);
  const [isLoaded, setLoaded] = useState(false);
  const isBusy = message?.kind === 'working';

  const report = (error: unknown): void => {
    const text = errorMessage(error);
    if (text !== null) setMessage({ kind: 'bad', text: browse.loadFailed(text) });
  };
  const load = (): void => {
    list.ensure(0, 1).then(() => setLoaded(true), report);
  };
  const reload = (): void => {
    list.invalidate();
    setVersion((current) => current + 1);
  };
  useEffect(load, []);

  /** Shows the rows in another order as soon as the first ones are loaded. @returns false if they could not be loaded */
  const changeSort = async (to: string): Promise<boolean> => {
    requestedSort.current = to;
    const next = createList(to);
    try {
      await next.pages.ensure(0, 1);
    } catch (error) {
      report(error);
      return false;
    }
    // The user may have requested another order in the meantime.
    if (requestedSort.current !== to) return false;
    setList(next);
    setLoaded(true);
    setMessage((current) => (current?.kind === 'bad' ? null : current));
    setOrderOfForm(to);
    return true;
  };
  const onSort = async (to: string): Promise<void> => {
    if (await changeSort(to)) history.pushState(null, '', sortUrls[to]);
  };
  useEffect(() => {
    const restore = (): void => {
      const url = `${location.pathname}${location.search}`;
      void changeSort(Object.keys(sortUrls).find((each) => sortUrls[each] === url) ?? initialSort);
    };
    addEventListener('popstate', restore);
    return () => removeEventListener('popstate', restore);
  }, []);

  const select = (added: readonly Memory[]): void => {
    const next = new Map(selection);
    for (const memory of added) {
      if (next.size >= MAX_SELECTED && !next.has(memory.id)) {
        setMessage({ kind: 'bad', text: browse.bulk.limit(MAX_SELECTED) });
        break;
      }
      next.set(memory.id, memory);
    }
    setSelection(next);
  };
  const toggle = (index: number): void => {
    const memory = list.get(index);
    if (memory === undefined) return;
    if (!selection.has(memory.id)) {
      select([memory]);
      return;
    }
    const next = new Map(selection);
    next.delete(memory.id);
    setSelection(next);
  };
  const selectRange = (from: number, to: number): void => {
    const [first, last] = from <= to ? [from, to] : [to, from];
    list.range(first, Math.min(last + 1, first + MAX_SELECTED)).then(select, report);
  };
  const selectAll = (): void => selectRange(0, MAX_SELECTED - 1);

  const run = async (
    count: number,
    send: () => Promise<Outcome>,
    toText: (outcome: Outcome) => string,
    canUndo: boolean,
  ): Promise<void> => {
    setMessage({ kind: 'working', text: browse.bulk.working(count) });
    try {
      const outcome = await send();
      const failure = outcome.failed > 0 ? ` ${browse.bulk.failed(outcome.failed, outcome.firstError)}` : '';
      const text = `${outcome.changed > 0 || failure === '' ? toText(outcome) : ''}${failure}`.trim();
      if (outcome.changed === 0 && failure !== '') setMessage({ kind: 'bad', text });
      else
        setMessage({ kind: 'good', text, ...(canUndo && outcome.undo.length > 0 && { undo: outcome.undo }) });
      setSelection(new Map());
      reload();
    } catch (error) {
      const text = errorMessage(error);
      setMessage(text === null ? null : { kind: 'bad', text: browse.bulk.failed(count, text) });
    }
  };
  const change = (memories: readonly Memory[], values: Change): Promise<void> =>
    run(
      memories.length,
      () => changeMemories(memories, values),
      ({ changed }) => browse.bulk.done(changed),
      true,
    );
  const remove = async (memories: readonly Memory[]): Promise<void> => {
    await run(
      memories.length,
      () => changeMemories(memories, { ttl_seconds: DELETION_SECONDS }),
      ({ changed }) => browse.bulk.deleted(changed, DELETION_SECONDS),
      true,
    );
    setTimeout(() => {
      setMessage((current) => (current !== null && 'undo' in current ? null : current));
      reload();
    }, DELETION_SECONDS * 1_000);
  };
  const undo = (updates: Outcome['undo']): Promise<void> =>
    run(
      updates.length,
      () => undoChange(updates),
      ({ changed }) => browse.bulk.undone(changed),
      false,
    );

  const selected = [...selection.values()];
  return (
    <div class="browse">
      {canWrite && (
        <BulkBar
          selected={selection.size}
          total={list.total}
          isBusy={isBusy}
          onSelectAll={selectAll}
          onClear={() => setSelection(new Map())}
          onChange={(values) => void change(selected, values)}
          onDelete={() => void remove(selected)}
        />
      )}
      <div role="status">
        {message !== null && (
          <p class={`note ${message.kind === 'working' ? '' : message.kind}`}>
            {message.text}{' '}
            {'undo' in message && (
              <button type="button" class="second small" onClick={() => void undo(message.undo)}>
                {browse.bulk.undo}
              </button>
            )}
            {!isLoaded && message.kind === 'bad' && (
              <button type="button" class="second small" onClick={load}>
                {browse.retry}
              </button>
            )}
          </p>
        )}
      </div>
      {isLoaded ? (
        <MemoryTable
          pages={list}
          version={version}
          selection={selection}
          canSelect={canWrite}
          sort={sort}
          sortUrls={sortUrls}
          onSort={(to) => void onSort(to)}
          onToggle={toggle}
          onExtend={selectRange}
          onSelectAll={selectAll}
          onDelete={(index) => {
            const memory = list.get(index);
            if (selected.length > 0) void remove(selected);
            else if (memory !== undefined) void remove([memory]);
          }}
          onLoadFailed={report}
        />
      ) : (
        <div class="memory-table empty-table" aria-busy="true">
          {message === null && <p class="quiet">{browse.loading}</p>}
        </div>
      )}
      {list.total > MAX_ROWS && <p class="quiet">{browse.tableCut(MAX_ROWS)}</p>}
    </div>
  );
}

mountIsland('browse', Browse);
