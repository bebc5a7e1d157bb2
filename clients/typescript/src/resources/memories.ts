import type { CallOptions, ChangeOptions, CreateOptions } from '../options.ts';
import { paginate } from '../paginate.ts';
import type { Transport } from '../transport/transport.ts';
import type { Body, Data, Memory, MemoryChanges, MemoryFilters, MemoryInput, Query } from '../types.ts';
import { matchHeaders } from './match-headers.ts';

const MEMORIES = '/api/v2/memories';
const MEMORY = '/api/v2/memories/{memory_id}';
const BULK_UPDATE = '/api/v2/memories/bulk-update';
const DAILY_COUNTS = '/api/v2/memories/counts/daily';
const HISTORY = '/api/v2/memories/{memory_id}/history';
const READERS = '/api/v2/memories/{memory_id}/readers';
const REVISIONS = '/api/v2/memories/{memory_id}/revisions';
const STATES = '/api/v2/memory-states';
const RESTORE = '/api/v2/memory-states/restore';
const TAGS = '/api/v2/memories/{memory_id}/tags';

/** @see docs/reference/memories.md */
export class Memories {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Stores a memory. */
  create(memory: MemoryInput, options: CreateOptions = {}): Promise<Data<'post', typeof MEMORIES>> {
    return this.#transport.call('post', MEMORIES, { body: memory, query: waitQuery(options) }, options);
  }

  /** Stores 1 to 1,000 memories. */
  createMany(
    request: Body<'post', '/api/v2/memories/bulk'>,
    options: CreateOptions = {},
  ): Promise<Data<'post', '/api/v2/memories/bulk'>> {
    const query = waitQuery(options);
    return this.#transport.call('post', '/api/v2/memories/bulk', { body: request, query }, options);
  }

  get(memoryId: string, query: Query<'get', typeof MEMORY> = {}, options?: CallOptions): Promise<Memory> {
    return this.#transport.call('get', MEMORY, { path: { memory_id: memoryId }, query }, options);
  }

  /** Returns one page of memories. */
  list(filters: MemoryFilters = {}, options?: CallOptions): Promise<Data<'get', typeof MEMORIES>> {
    return this.#transport.call('get', MEMORIES, { query: filters }, options);
  }

  /** Yields all memories that match the filters. */
  iterate(filters: MemoryFilters = {}, options?: CallOptions): AsyncGenerator<Memory, void, undefined> {
    return paginate(async (cursor = filters.cursor) => {
      const { items, pagination } = await this.list({ ...filters, cursor }, options);
      return { items, nextCursor: pagination.next_cursor };
    });
  }

  update(
    memoryId: string,
    changes: MemoryChanges,
    options: ChangeOptions = {},
  ): Promise<Data<'put', typeof MEMORY>> {
    return this.#transport.call(
      'put',
      MEMORY,
      { headers: matchHeaders(options), path: { memory_id: memoryId }, body: changes },
      options,
    );
  }

  /** Changes 1 to 1,000 memories. Each has its own result. */
  updateMany(
    request: Body<'post', typeof BULK_UPDATE>,
    options?: CallOptions,
  ): Promise<Data<'post', typeof BULK_UPDATE>> {
    return this.#transport.call('post', BULK_UPDATE, { body: request }, options);
  }

  /** Counts the memories of each day of a period. */
  dailyCounts(
    query: Query<'get', typeof DAILY_COUNTS> = {},
    options?: CallOptions,
  ): Promise<Data<'get', typeof DAILY_COUNTS>> {
    return this.#transport.call('get', DAILY_COUNTS, { query }, options);
  }

  /** Deletes a memory. */
  delete(
    memoryId: string,
    query: Query<'delete', typeof MEMORY> = {},
    options: ChangeOptions = {},
  ): Promise<Data<'delete', typeof MEMORY>> {
    return this.#transport.call(
      'delete',
      MEMORY,
      { headers: matchHeaders(options), path: { memory_id: memoryId }, query },
      options,
    );
  }

  /** Creates a new version of a memory. */
  evolve(
    memoryId: string,
    evolution: Body<'post', '/api/v2/memories/{memory_id}/evolve'>,
    options: ChangeOptions = {},
  ): Promise<Data<'post', '/api/v2/memories/{memory_id}/evolve'>> {
    const input = { headers: matchHeaders(options), path: { memory_id: memoryId }, body: evolution };
    return this.#transport.call('post', '/api/v2/memories/{memory_id}/evolve', input, options);
  }

  /** Returns the versions of a memory. */
  history(
    memoryId: string,
    query: Query<'get', typeof HISTORY> = {},
    options?: CallOptions,
  ): Promise<Data<'get', typeof HISTORY>> {
    return this.#transport.call('get', HISTORY, { path: { memory_id: memoryId }, query }, options);
  }

  /** Yields all versions of a memory. */
  iterateHistory(
    memoryId: string,
    query: Query<'get', typeof HISTORY> = {},
    options?: CallOptions,
  ): AsyncGenerator<Data<'get', typeof HISTORY>['history'][number], void, undefined> {
    return paginate(async (cursor = query.cursor) => {
      const data = await this.history(memoryId, { ...query, cursor }, options);
      return { items: data.history, nextCursor: data.next_cursor };
    });
  }

  /** Returns one page of the stored revisions of a memory. */
  revisions(
    memoryId: string,
    query: Query<'get', typeof REVISIONS> = {},
    options?: CallOptions,
  ): Promise<Data<'get', typeof REVISIONS>> {
    return this.#transport.call('get', REVISIONS, { path: { memory_id: memoryId }, query }, options);
  }

  /** Yields all stored revisions of a memory. */
  iterateRevisions(
    memoryId: string,
    query: Query<'get', typeof REVISIONS> = {},
    options?: CallOptions,
  ): AsyncGenerator<Data<'get', typeof REVISIONS>['revisions'][number], void, undefined> {
    return paginate(async (cursor = query.cursor) => {
      const data = await this.revisions(memoryId, { ...query, cursor }, options);
      return { items: data.revisions, nextCursor: data.next_cursor };
    });
  }

  /** Returns who read a memory in the last 90 days. Requires the role `owner`. */
  readers(memoryId: string, options?: CallOptions): Promise<Data<'get', typeof READERS>> {
    return this.#transport.call('get', READERS, { path: { memory_id: memoryId } }, options);
  }

  /** Returns one page of the states of all memories, for an export. */
  states(
    query: Query<'get', typeof STATES> = {},
    options?: CallOptions,
  ): Promise<Data<'get', typeof STATES>> {
    return this.#transport.call('get', STATES, { query }, options);
  }

  /** Yields the states of all memories. */
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
    options: CreateOptions = {},
  ): Promise<Data<'post', typeof RESTORE>> {
    return this.#transport.call('post', RESTORE, { body: { states }, query: waitQuery(options) }, options);
  }

  tags(memoryId: string, options?: CallOptions): Promise<Data<'get', typeof TAGS>> {
    return this.#transport.call('get', TAGS, { path: { memory_id: memoryId } }, options);
  }

  addTags(memoryId: string, tags: string[], options?: CallOptions): Promise<Data<'post', typeof TAGS>> {
    return this.#transport.call('post', TAGS, { path: { memory_id: memoryId }, body: { tags } }, options);
  }

  removeTags(memoryId: string, tags: string[], options?: CallOptions): Promise<Data<'delete', typeof TAGS>> {
    return this.#transport.call('delete', TAGS, { path: { memory_id: memoryId }, body: { tags } }, options);
  }

  /** Counts open decisions, outstanding embeddings and the memories of the last days. */
  overview(
    query: Query<'get', '/api/v2/overview'> = {},
    options?: CallOptions,
  ): Promise<Data<'get', '/api/v2/overview'>> {
    return this.#transport.call('get', '/api/v2/overview', { query }, options);
  }

  /** Returns one page of the conversations, the one with the latest memory first. */
  conversations(
    query: Query<'get', '/api/v2/conversations'> = {},
    options?: CallOptions,
  ): Promise<Data<'get', '/api/v2/conversations'>> {
    return this.#transport.call('get', '/api/v2/conversations', { query }, options);
  }

  /** Yields all conversations. */
  iterateConversations(
    query: Query<'get', '/api/v2/conversations'> = {},
    options?: CallOptions,
  ): AsyncGenerator<Data<'get', '/api/v2/conversations'>['items'][number], void, undefined> {
    return paginate(async (cursor = query.cursor) => {
      const data = await this.conversations({ ...query, cursor }, options);
      return { items: data.items, nextCursor: data.next_cursor };
    });
  }

  /** Returns the stored bytes of memories and their quota. */
  usage(options?: CallOptions): Promise<Data<'get', '/api/v2/usage/memories'>> {
    return this.#transport.call('get', '/api/v2/usage/memories', {}, options);
  }
}

function waitQuery({ waitFor, waitMs }: CreateOptions): { wait_for: unknown; wait_ms: unknown } {
  return { wait_for: waitFor, wait_ms: waitMs };
}
