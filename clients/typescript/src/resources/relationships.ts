import type { CallOptions } from '../options.ts';
import { paginate } from '../paginate.ts';
import type { Transport } from '../transport/transport.ts';
import type { Body, Data, Query } from '../types.ts';

const STATES = '/api/v2/relationship-states';
const RESTORE = '/api/v2/relationship-states/restore';

/** @see docs/reference/relationships.md */
export class Relationships {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Connects two memories. */
  create(
    relationship: Body<'post', '/api/v2/relationships'>,
    options?: CallOptions,
  ): Promise<Data<'post', '/api/v2/relationships'>> {
    return this.#transport.call('post', '/api/v2/relationships', { body: relationship }, options);
  }

  /** Creates several relationships. */
  createMany(
    relationships: Body<'post', '/api/v2/relationships/bulk'>,
    options?: CallOptions,
  ): Promise<Data<'post', '/api/v2/relationships/bulk'>> {
    return this.#transport.call('post', '/api/v2/relationships/bulk', { body: relationships }, options);
  }

  get(
    relationshipId: string,
    query: Query<'get', '/api/v2/relationships/{relationship_id}'> = {},
    options?: CallOptions,
  ): Promise<Data<'get', '/api/v2/relationships/{relationship_id}'>> {
    return this.#transport.call(
      'get',
      '/api/v2/relationships/{relationship_id}',
      { path: { relationship_id: relationshipId }, query },
      options,
    );
  }

  /** Returns one page of relationships. */
  list(
    query: Query<'get', '/api/v2/relationships'> = {},
    options?: CallOptions,
  ): Promise<Data<'get', '/api/v2/relationships'>> {
    return this.#transport.call('get', '/api/v2/relationships', { query }, options);
  }

  /** Yields all relationships that match the filters. */
  iterate(
    query: Query<'get', '/api/v2/relationships'> = {},
    options?: CallOptions,
  ): AsyncGenerator<Data<'get', '/api/v2/relationships'>['items'][number], void, undefined> {
    return paginate(async (cursor = query.cursor) => {
      const data = await this.list({ ...query, cursor }, options);
      return { items: data.items, nextCursor: data.pagination.next_cursor };
    });
  }

  update(
    relationshipId: string,
    changes: Body<'patch', '/api/v2/relationships/{relationship_id}'>,
    options?: CallOptions,
  ): Promise<Data<'patch', '/api/v2/relationships/{relationship_id}'>> {
    return this.#transport.call(
      'patch',
      '/api/v2/relationships/{relationship_id}',
      { path: { relationship_id: relationshipId }, body: changes },
      options,
    );
  }

  delete(
    relationshipId: string,
    options?: CallOptions,
  ): Promise<Data<'delete', '/api/v2/relationships/{relationship_id}'>> {
    return this.#transport.call(
      'delete',
      '/api/v2/relationships/{relationship_id}',
      { path: { relationship_id: relationshipId } },
      options,
    );
  }

  /** Deletes the relationships from one memory to another. */
  deleteBetween(
    query: Query<'delete', '/api/v2/relationships/between'>,
    options?: CallOptions,
  ): Promise<Data<'delete', '/api/v2/relationships/between'>> {
    return this.#transport.call('delete', '/api/v2/relationships/between', { query }, options);
  }

  /** Returns one page of the stored revisions of a relationship. */
  revisions(
    relationshipId: string,
    query: Query<'get', '/api/v2/relationships/{relationship_id}/revisions'> = {},
    options?: CallOptions,
  ): Promise<Data<'get', '/api/v2/relationships/{relationship_id}/revisions'>> {
    return this.#transport.call(
      'get',
      '/api/v2/relationships/{relationship_id}/revisions',
      { path: { relationship_id: relationshipId }, query },
      options,
    );
  }

  /** Yields all stored revisions of a relationship. */
  iterateRevisions(
    relationshipId: string,
    query: Query<'get', '/api/v2/relationships/{relationship_id}/revisions'> = {},
    options?: CallOptions,
  ): AsyncGenerator<
    Data<'get', '/api/v2/relationships/{relationship_id}/revisions'>['revisions'][number],
    void,
    undefined
  > {
    return paginate(async (cursor = query.cursor) => {
      const data = await this.revisions(relationshipId, { ...query, cursor }, options);
      return { items: data.revisions, nextCursor: data.next_cursor };
    });
  }

  /** Finds paths in the graph from a memory. */
  traverse(
    request: Body<'post', '/api/v2/relationships/traverse'>,
    query: Query<'post', '/api/v2/relationships/traverse'> = {},
    options?: CallOptions,
  ): Promise<Data<'post', '/api/v2/relationships/traverse'>> {
    return this.#transport.call('post', '/api/v2/relationships/traverse', { body: request, query }, options);
  }

  /** Returns memories, the memories that are related to them, and the relationships between all of them. */
  neighborhood(
    request: Body<'post', '/api/v2/relationships/neighborhood'>,
    options?: CallOptions,
  ): Promise<Data<'post', '/api/v2/relationships/neighborhood'>> {
    return this.#transport.call('post', '/api/v2/relationships/neighborhood', { body: request }, options);
  }

  /** Returns one page of the states of all relationships, for an export. */
  states(
    query: Query<'get', typeof STATES> = {},
    options?: CallOptions,
  ): Promise<Data<'get', typeof STATES>> {
    return this.#transport.call('get', STATES, { query }, options);
  }

  /** Yields the states of all relationships. */
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
