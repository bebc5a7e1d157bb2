import type { CallOptions } from '../options.ts';
import type { Transport } from '../transport/transport.ts';
import type { Body, Data, Query, SearchRequest, SearchResults } from '../types.ts';

/** @see docs/reference/search.md */
export class Search {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Searches with keywords, vectors and the graph. */
  hybrid(
    request: string | SearchRequest,
    query: Query<'post', '/api/v2/search/hybrid'> = {},
    options?: CallOptions,
  ): Promise<SearchResults> {
    const body = typeof request === 'string' ? { query: request } : request;
    return this.#transport.call('post', '/api/v2/search/hybrid', { body, query }, options);
  }

  vector(
    request: string | Body<'post', '/api/v2/search/vector'>,
    query: Query<'post', '/api/v2/search/vector'> = {},
    options?: CallOptions,
  ): Promise<Data<'post', '/api/v2/search/vector'>> {
    const body = typeof request === 'string' ? { query: request } : request;
    return this.#transport.call('post', '/api/v2/search/vector', { body, query }, options);
  }

  /** Explains why a hybrid search does not find a memory. */
  whyNot(
    request: Body<'post', '/api/v2/search/why-not'>,
    query: Query<'post', '/api/v2/search/why-not'> = {},
    options?: CallOptions,
  ): Promise<Data<'post', '/api/v2/search/why-not'>> {
    return this.#transport.call('post', '/api/v2/search/why-not', { body: request, query }, options);
  }

  /** Returns the saved searches of the user. */
  saved(options?: CallOptions): Promise<Data<'get', '/api/v2/saved-searches'>> {
    return this.#transport.call('get', '/api/v2/saved-searches', {}, options);
  }

  /** Saves the query and the filters of a search for the user. */
  save(
    search: Body<'post', '/api/v2/saved-searches'>,
    options?: CallOptions,
  ): Promise<Data<'post', '/api/v2/saved-searches'>> {
    return this.#transport.call('post', '/api/v2/saved-searches', { body: search }, options);
  }

  deleteSaved(
    savedSearchId: string,
    options?: CallOptions,
  ): Promise<Data<'delete', '/api/v2/saved-searches/{saved_search_id}'>> {
    return this.#transport.call(
      'delete',
      '/api/v2/saved-searches/{saved_search_id}',
      { path: { saved_search_id: savedSearchId } },
      options,
    );
  }

  stats(
    query: Query<'get', '/api/v2/search/stats'> = {},
    options?: CallOptions,
  ): Promise<Data<'get', '/api/v2/search/stats'>> {
    return this.#transport.call('get', '/api/v2/search/stats', { query }, options);
  }
}
