import type { CallOptions } from '../options.ts';
import type { Transport } from '../transport/transport.ts';
import type { Body, Data, Query } from '../types.ts';

/** @see docs/reference/analysis.md */
export class Analysis {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Ranks the memories of a period, with topics, patterns and clusters. */
  reflect(
    request: Body<'post', '/api/v2/analysis/reflect'> = {},
    query: Query<'post', '/api/v2/analysis/reflect'> = {},
    options?: CallOptions,
  ): Promise<Data<'post', '/api/v2/analysis/reflect'>> {
    return this.#transport.call('post', '/api/v2/analysis/reflect', { body: request, query }, options);
  }

  summarize(
    request: Body<'post', '/api/v2/analysis/summarize'> = {},
    query: Query<'post', '/api/v2/analysis/summarize'> = {},
    options?: CallOptions,
  ): Promise<Data<'post', '/api/v2/analysis/summarize'>> {
    return this.#transport.call('post', '/api/v2/analysis/summarize', { body: request, query }, options);
  }

  insights(
    query: Query<'get', '/api/v2/analysis/insights'> = {},
    options?: CallOptions,
  ): Promise<Data<'get', '/api/v2/analysis/insights'>> {
    return this.#transport.call('get', '/api/v2/analysis/insights', { query }, options);
  }
}
