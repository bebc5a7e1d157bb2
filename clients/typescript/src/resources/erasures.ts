import type { CallOptions } from '../options.ts';
import { paginate } from '../paginate.ts';
import type { Transport } from '../transport/transport.ts';
import type { Body, Data, Query } from '../types.ts';

/** @see docs/reference/erasure.md */
export class Erasures {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Erases the data of a user. */
  create(
    request: Body<'post', '/api/v2/erasures'>,
    options?: CallOptions,
  ): Promise<Data<'post', '/api/v2/erasures'>> {
    return this.#transport.call('post', '/api/v2/erasures', { body: request }, options);
  }

  get(erasureId: string, options?: CallOptions): Promise<Data<'get', '/api/v2/erasures/{erasure_id}'>> {
    return this.#transport.call(
      'get',
      '/api/v2/erasures/{erasure_id}',
      { path: { erasure_id: erasureId } },
      options,
    );
  }

  /** Returns one page of erasures. */
  list(
    query: Query<'get', '/api/v2/erasures'> = {},
    options?: CallOptions,
  ): Promise<Data<'get', '/api/v2/erasures'>> {
    return this.#transport.call('get', '/api/v2/erasures', { query }, options);
  }

  /** Yields all erasures. */
  iterate(
    query: Query<'get', '/api/v2/erasures'> = {},
    options?: CallOptions,
  ): AsyncGenerator<Data<'get', '/api/v2/erasures'>['items'][number], void, undefined> {
    return paginate(async (cursor = query.cursor) => {
      const data = await this.list({ ...query, cursor }, options);
      return { items: data.items, nextCursor: data.next_cursor };
    });
  }
}
