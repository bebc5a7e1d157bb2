import type { CallOptions } from '../options.ts';
import { paginate } from '../paginate.ts';
import type { Transport } from '../transport/transport.ts';
import type { Body, Data, Query } from '../types.ts';

const TAG = '/api/v2/tags/{tag}';

/** @see docs/reference/tags.md */
export class Tags {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns the tags of the tenant. */
  list(
    query: Query<'get', '/api/v2/tags'> = {},
    options?: CallOptions,
  ): Promise<Data<'get', '/api/v2/tags'>> {
    return this.#transport.call('get', '/api/v2/tags', { query }, options);
  }

  /** Yields all tags of the tenant. */
  iterate(
    query: Query<'get', '/api/v2/tags'> = {},
    options?: CallOptions,
  ): AsyncGenerator<Data<'get', '/api/v2/tags'>['items'][number], void, undefined> {
    return paginate(async (cursor = query.cursor) => {
      const data = await this.list({ ...query, cursor }, options);
      return { items: data.items, nextCursor: data.next_cursor };
    });
  }

  /**
   * Renames a tag, with one request for up to 250 memories. If a tag of the new name exists, `merge` must be true.
   *
   * @returns the normalized name and the number of changed memories
   */
  async rename(
    tag: string,
    { name, merge = false }: Body<'patch', typeof TAG>,
    options?: CallOptions,
  ): Promise<{ name: string; changed: number }> {
    let total = 0;
    for (let isMerging = merge; ; isMerging = true) {
      const body = { name, merge: isMerging };
      const result = await this.#transport.call('patch', TAG, { path: { tag }, body }, options);
      total += result.changed;
      // A response without both numbers must not lead to an endless loop.
      const continues = result.remaining > 0 && result.changed > 0;
      if (!continues) return { name: result.name, changed: total };
    }
  }

  /** Returns one page of the memories with a tag. */
  memories(
    tag: string,
    query: Query<'get', '/api/v2/tags/{tag}/memories'> = {},
    options?: CallOptions,
  ): Promise<Data<'get', '/api/v2/tags/{tag}/memories'>> {
    return this.#transport.call('get', '/api/v2/tags/{tag}/memories', { path: { tag: tag }, query }, options);
  }

  /** Yields all memories with a tag. */
  iterateMemories(
    tag: string,
    query: Query<'get', '/api/v2/tags/{tag}/memories'> = {},
    options?: CallOptions,
  ): AsyncGenerator<Data<'get', '/api/v2/tags/{tag}/memories'>['items'][number], void, undefined> {
    return paginate(async (cursor = query.cursor) => {
      const data = await this.memories(tag, { ...query, cursor }, options);
      return { items: data.items, nextCursor: data.pagination.next_cursor };
    });
  }
}
