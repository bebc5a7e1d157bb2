import type { CallOptions, ChangeOptions } from '../options.ts';
import { paginate } from '../paginate.ts';
import type { Transport } from '../transport/transport.ts';
import type { Body, Data, Query } from '../types.ts';
import { matchHeaders } from './match-headers.ts';

/** Saved contexts. @see docs/reference/memories.md#checkpoints */
export class Checkpoints {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  create(
    checkpoint: Body<'post', '/api/v2/checkpoints'>,
    options?: CallOptions,
  ): Promise<Data<'post', '/api/v2/checkpoints'>> {
    return this.#transport.call('post', '/api/v2/checkpoints', { body: checkpoint }, options);
  }

  /** Returns one page of checkpoints, newest first. */
  list(
    query: Query<'get', '/api/v2/checkpoints'> = {},
    options?: CallOptions,
  ): Promise<Data<'get', '/api/v2/checkpoints'>> {
    return this.#transport.call('get', '/api/v2/checkpoints', { query }, options);
  }

  /** Yields all checkpoints whose name matches. */
  iterate(
    query: Query<'get', '/api/v2/checkpoints'> = {},
    options?: CallOptions,
  ): AsyncGenerator<Data<'get', '/api/v2/checkpoints'>['items'][number], void, undefined> {
    return paginate(async (cursor = query.cursor) => {
      const data = await this.list({ ...query, cursor }, options);
      return { items: data.items, nextCursor: data.pagination.next_cursor };
    });
  }

  /** Returns a checkpoint with the current versions of its memories. */
  get(
    checkpointId: string,
    query: Query<'get', '/api/v2/checkpoints/{checkpoint_id}'> = {},
    options?: CallOptions,
  ): Promise<Data<'get', '/api/v2/checkpoints/{checkpoint_id}'>> {
    return this.#transport.call(
      'get',
      '/api/v2/checkpoints/{checkpoint_id}',
      { path: { checkpoint_id: checkpointId }, query },
      options,
    );
  }

  /** Changes name, description and memories. */
  update(
    checkpointId: string,
    changes: Body<'patch', '/api/v2/checkpoints/{checkpoint_id}'>,
    options: ChangeOptions = {},
  ): Promise<Data<'patch', '/api/v2/checkpoints/{checkpoint_id}'>> {
    return this.#transport.call(
      'patch',
      '/api/v2/checkpoints/{checkpoint_id}',
      { headers: matchHeaders(options), path: { checkpoint_id: checkpointId }, body: changes },
      options,
    );
  }
}
