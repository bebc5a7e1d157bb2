import type { CallOptions } from '../options.ts';
import { paginate } from '../paginate.ts';
import type { Transport } from '../transport/transport.ts';
import type { Body, Data, Query } from '../types.ts';

const STATES = '/api/v2/contradiction-states';
const RESTORE = '/api/v2/contradiction-states/restore';

/** @see docs/reference/memories.md */
export class Contradictions {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Records that two memories contradict each other. */
  create(
    contradiction: Body<'post', '/api/v2/memories/contradictions'>,
    options?: CallOptions,
  ): Promise<Data<'post', '/api/v2/memories/contradictions'>> {
    return this.#transport.call('post', '/api/v2/memories/contradictions', { body: contradiction }, options);
  }

  /** Returns one page of the contradictions of a memory. */
  list(
    memoryId: string,
    query: Query<'get', '/api/v2/memories/{memory_id}/contradictions'> = {},
    options?: CallOptions,
  ): Promise<Data<'get', '/api/v2/memories/{memory_id}/contradictions'>> {
    return this.#transport.call(
      'get',
      '/api/v2/memories/{memory_id}/contradictions',
      { path: { memory_id: memoryId }, query },
      options,
    );
  }

  /** Yields all contradictions of a memory. */
  iterate(
    memoryId: string,
    query: Query<'get', '/api/v2/memories/{memory_id}/contradictions'> = {},
    options?: CallOptions,
  ): AsyncGenerator<
    Data<'get', '/api/v2/memories/{memory_id}/contradictions'>['contradictions'][number],
    void,
    undefined
  > {
    return paginate(async (cursor = query.cursor) => {
      const data = await this.list(memoryId, { ...query, cursor }, options);
      return { items: data.contradictions, nextCursor: data.next_cursor };
    });
  }

  /** Returns one page of the unresolved contradictions of all memories. */
  open(
    query: Query<'get', '/api/v2/contradictions'> = {},
    options?: CallOptions,
  ): Promise<Data<'get', '/api/v2/contradictions'>> {
    return this.#transport.call('get', '/api/v2/contradictions', { query }, options);
  }

  /** Yields the unresolved contradictions of all memories. */
  iterateOpen(
    query: Query<'get', '/api/v2/contradictions'> = {},
    options?: CallOptions,
  ): AsyncGenerator<Data<'get', '/api/v2/contradictions'>['items'][number], void, undefined> {
    return paginate(async (cursor = query.cursor) => {
      const data = await this.open({ ...query, cursor }, options);
      return { items: data.items, nextCursor: data.next_cursor };
    });
  }

  resolve(
    contradictionId: string,
    resolution: Body<'post', '/api/v2/memories/contradictions/{contradiction_id}/resolve'>,
    options?: CallOptions,
  ): Promise<Data<'post', '/api/v2/memories/contradictions/{contradiction_id}/resolve'>> {
    return this.#transport.call(
      'post',
      '/api/v2/memories/contradictions/{contradiction_id}/resolve',
      { path: { contradiction_id: contradictionId }, body: resolution },
      options,
    );
  }

  /** Returns one page of the states of all contradictions, for an export. */
  states(
    query: Query<'get', typeof STATES> = {},
    options?: CallOptions,
  ): Promise<Data<'get', typeof STATES>> {
    return this.#transport.call('get', STATES, { query }, options);
  }

  /** Yields the states of all contradictions. */
  iterateStates(
    query: Query<'get', typeof STATES> = {},
    options?: CallOptions,
  ): AsyncGenerator<Data<'get', typeof STATES>['states'][number], void, undefined> {
    return paginate(async (cursor = query.cursor) => {
      const data = await this.states({ ...query, cursor }, options);
      return { items: data.states, nextCursor: data.next_cursor };
    });
  }

  /** Restores 1 to 1,000 states with their IDs and times. Requires the role of an owner. */
  restoreStates(
    states: Body<'post', typeof RESTORE>['states'],
    options?: CallOptions,
  ): Promise<Data<'post', typeof RESTORE>> {
    return this.#transport.call('post', RESTORE, { body: { states } }, options);
  }
}
