import type { CallOptions } from '../options.ts';
import { paginate } from '../paginate.ts';
import type { Transport } from '../transport/transport.ts';
import type { Body, Data, Query } from '../types.ts';

/** @see docs/reference/suggestions.md */
export class Suggestions {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns one page of suggestions. */
  list(
    query: Query<'get', '/api/v2/suggestions'> = {},
    options?: CallOptions,
  ): Promise<Data<'get', '/api/v2/suggestions'>> {
    return this.#transport.call('get', '/api/v2/suggestions', { query }, options);
  }

  /** Yields all suggestions that match the filters. */
  iterate(
    query: Query<'get', '/api/v2/suggestions'> = {},
    options?: CallOptions,
  ): AsyncGenerator<Data<'get', '/api/v2/suggestions'>['items'][number], void, undefined> {
    return paginate(async (cursor = query.cursor) => {
      const data = await this.list({ ...query, cursor }, options);
      return { items: data.items, nextCursor: data.next_cursor };
    });
  }

  resolve(
    suggestionId: string,
    resolution: Body<'post', '/api/v2/suggestions/{suggestion_id}/resolve'>,
    options?: CallOptions,
  ): Promise<Data<'post', '/api/v2/suggestions/{suggestion_id}/resolve'>> {
    return this.#transport.call(
      'post',
      '/api/v2/suggestions/{suggestion_id}/resolve',
      { path: { suggestion_id: suggestionId }, body: resolution },
      options,
    );
  }
}
