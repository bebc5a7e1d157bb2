/** A page of a list, as the API returns it. */
export interface LoadedPage<Item> {
  items: readonly Item[];
  total: number;
  isTotalExact: boolean;
  /** Position of the next page. Null at the end. */
  nextCursor: string | null;
}

/** Loads a page. The number of the first page is 0. `cursor` is the position after the page before it, if it is known. */
export type LoadPage<Item> = (page: number, cursor: string | null) => Promise<LoadedPage<Item>>;

export const PAGE_SIZE = 100;
/** Bounds the memory of the table. */
const MAX_PAGES = 30;

/**
 * Items of a list of any length by their index. Loads pages on demand, and keeps those that were used last. After
 * {@link invalidate}, the old items remain available until their pages are loaded again.
 */
export class MemoryPages<Item> {
  total = 0;
  isTotalExact = true;
  readonly #load: LoadPage<Item>;
  readonly #onChange: () => void;
  /** Pages by number, used last at the end. */
  readonly #pages = new Map<number, LoadedPage<Item> & { generation: number }>();
  readonly #loading = new Map<string, Promise<void>>();
  #generation = 0;

  constructor(load: LoadPage<Item>, onChange: () => void) {
    this.#load = load;
    this.#onChange = onChange;
  }

  /** Returns an item, or undefined if it is not loaded. */
  get(index: number): Item | undefined {
    return this.#pages.get(Math.floor(index / PAGE_SIZE))?.items[index % PAGE_SIZE];
  }

  /** Loads the items of a range that are not loaded. @param to exclusive */
  async ensure(from: number, to: number): Promise<void> {
    const first = Math.floor(Math.max(0, from) / PAGE_SIZE);
    const last = Math.floor(Math.max(0, to - 1) / PAGE_SIZE);
    const pages = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    await Promise.all(pages.map((page) => this.#ensurePage(page)));
  }

  /** Loads and returns the items of a range, one page after the other. @param to exclusive */
  async range(from: number, to: number): Promise<Item[]> {
    const items: Item[] = [];
    for (let index = from; index < to; index++) {
      if (index === from || index % PAGE_SIZE === 0) await this.ensure(index, index + 1);
      const item = this.get(index);
      if (item === undefined) break;
      items.push(item);
    }
    return items;
  }

  /** Makes the next calls of {@link ensure} load all pages again, because the list has changed. */
  invalidate(): void {
    this.#generation++;
  }

  async #ensurePage(page: number): Promise<void> {
    const generation = this.#generation;
    const known = this.#pages.get(page);
    if (known?.generation === generation) {
      this.#pages.delete(page);
      this.#pages.set(page, known);
      return;
    }
    const key = `${generation}:${page}`;
    const loading = this.#loading.get(key) ?? this.#loadPage(page, generation);
    this.#loading.set(key, loading);
    await loading.finally(() => this.#loading.delete(key));
  }

  async #loadPage(page: number, generation: number): Promise<void> {
    const previous = this.#pages.get(page - 1);
    const cursor = previous?.generation === generation ? previous.nextCursor : null;
    const loaded = await this.#load(page, cursor);
    if (generation !== this.#generation) return;
    this.#pages.delete(page);
    this.#pages.set(page, { ...loaded, generation });
    const oldest = this.#pages.keys().next().value;
    if (this.#pages.size > MAX_PAGES && oldest !== undefined) this.#pages.delete(oldest);
    // Totals are counted up to a limit. A list that was read further is longer.
    const read = page * PAGE_SIZE + loaded.items.length + (loaded.nextCursor === null ? 0 : 1);
    this.total = loaded.isTotalExact ? loaded.total : Math.max(loaded.total, read);
    this.isTotalExact = loaded.isTotalExact;
    this.#onChange();
  }
}
