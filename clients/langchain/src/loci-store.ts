import { BaseStore } from '@langchain/core/stores';
import { NotFoundError } from '@loci/client';
import type { Loci, Memory, MemoryInput } from '@loci/client';
import { createMemories, deleteMemories, forEachConcurrently } from './memory-requests.ts';
import { hashTag, toContent, toStoredJson } from './stored-values.ts';

/** Number of keys of one list request, whose tags then have less than 4,000 characters. */
const KEYS_PER_REQUEST = 100;
/** Maximum number of memories on a page. @see docs/reference/http.md#pagination */
const PAGE_SIZE = 100;

/** Fields of the constructor of {@link LociStore}. */
export interface LociStoreFields {
  client: Loci;
  /** Name that separates the keys of this store from those of other stores. Default: `default`. */
  namespace?: string | undefined;
}

/** Metadata of a memory that is the value of a key. */
interface Entry {
  /** JSON, because the server rejects texts with NUL characters. */
  langchain_namespace: string;
  /** JSON of the key. */
  langchain_key: string;
  /** JSON of the value. */
  langchain_value: string;
}

/**
 * Key-value store. Each key is a memory, so that searches find its value: the content is a string value itself, or the
 * JSON of another value.
 *
 * If two calls set a new key at the same time, both create a memory. The newest one is used, and `mdelete` deletes both.
 *
 * @typeParam V values that JSON can represent, with at most 60,000 bytes of escaped JSON
 */
export class LociStore<V = unknown> extends BaseStore<string, V> {
  static override lc_name(): string {
    return 'LociStore';
  }

  lc_namespace = ['loci', 'stores'];
  readonly #client: Loci;
  readonly #namespace: string;

  constructor({ client, namespace = 'default' }: LociStoreFields) {
    super();
    this.#client = client;
    this.#namespace = namespace;
  }

  /** Returns the tag of all memories of this store, for the filter `tags` of a search. */
  tag(): Promise<string> {
    return hashTag('lc-store', this.#namespace);
  }

  /** Returns the values in the order of the keys, and undefined for a key without value. */
  override async mget(keys: string[]): Promise<(V | undefined)[]> {
    const memories = await this.#findNewest(keys);
    return keys.map((key) => {
      const memory = memories.get(key);
      return memory && (JSON.parse(entryOf(memory)!.langchain_value) as V);
    });
  }

  /**
   * Sets values. Changes the memories of existing keys, and creates those of new keys in one request. If a key occurs
   * more than once, its last value is set.
   *
   * @throws TypeError if JSON cannot represent a value
   * @throws RangeError if a value is too large
   */
  override async mset(keyValuePairs: [string, V][]): Promise<void> {
    const inputs = new Map<string, MemoryInput>();
    for (const [key, value] of keyValuePairs) inputs.set(key, await this.#toMemory(key, value));
    const existing = await this.#findNewest([...inputs.keys()]);
    await forEachConcurrently([...existing], async ([key, { id }]) => {
      const { content, metadata } = inputs.get(key)!;
      try {
        await this.#client.memories.update(id, { content, ...(metadata && { metadata }) });
        inputs.delete(key);
      } catch (error) {
        // The memory was deleted since, so it is created again.
        if (!(error instanceof NotFoundError)) throw error;
      }
    });
    await createMemories(this.#client, [...inputs.values()]);
  }

  /** Deletes keys. Ignores keys without value. Needs the permission `delete`. */
  override async mdelete(keys: string[]): Promise<void> {
    const ids: string[] = [];
    for await (const { id } of this.#iterateKeys(keys)) ids.push(id);
    await deleteMemories(this.#client, ids);
  }

  /** Yields the keys that start with a prefix, in the order of their creation. Yields each key once. */
  override async *yieldKeys(prefix = ''): AsyncGenerator<string> {
    const yielded = new Set<string>();
    for await (const memory of this.#iterateTags(await this.tag(), 'created_at')) {
      const key = this.#keyOf(memory);
      if (key === undefined || !key.startsWith(prefix) || yielded.has(key)) continue;
      yielded.add(key);
      yield key;
    }
  }

  async #toMemory(key: string, value: V): Promise<MemoryInput> {
    const name = `The value of the key ${JSON.stringify(key)}`;
    const json = toStoredJson(value, name);
    const metadata: Entry = {
      langchain_namespace: JSON.stringify(this.#namespace),
      langchain_key: JSON.stringify(key),
      langchain_value: json,
    };
    return {
      content: toContent(typeof value === 'string' ? value : json, toContent(key, 'Empty.')),
      tags: [await this.tag(), await this.#keyTag(key)],
      metadata: { ...metadata },
    };
  }

  /** Returns the newest memory of each key that has one. */
  async #findNewest(keys: readonly string[]): Promise<Map<string, Memory>> {
    const newest = new Map<string, Memory>();
    for await (const memory of this.#iterateKeys(keys)) {
      const key = this.#keyOf(memory)!;
      if (!newest.has(key)) newest.set(key, memory);
    }
    return newest;
  }

  /** Yields the memories of keys, the newest first for each key. */
  async *#iterateKeys(keys: readonly string[]): AsyncGenerator<Memory> {
    for (let start = 0; start < keys.length; start += KEYS_PER_REQUEST) {
      const requested = new Set(keys.slice(start, start + KEYS_PER_REQUEST));
      const tags = await Promise.all([...requested].map((key) => this.#keyTag(key)));
      for await (const memory of this.#iterateTags(tags.join(','), '-created_at')) {
        const key = this.#keyOf(memory);
        if (key !== undefined && requested.has(key)) yield memory;
      }
    }
  }

  #iterateTags(tags: string, sort: 'created_at' | '-created_at'): AsyncGenerator<Memory> {
    return this.#client.memories.iterate({ tags, sort, per_page: PAGE_SIZE });
  }

  /** Returns the key of a memory; undefined if it is not a value of this store. */
  #keyOf(memory: Memory): string | undefined {
    const entry = entryOf(memory);
    if (entry?.langchain_namespace !== JSON.stringify(this.#namespace)) return undefined;
    return JSON.parse(entry.langchain_key) as string;
  }

  #keyTag(key: string): Promise<string> {
    return hashTag('lc', this.#namespace, key);
  }
}

function entryOf({ metadata }: Memory): Entry | undefined {
  const { langchain_namespace, langchain_key, langchain_value } = metadata as Partial<Entry>;
  if (typeof langchain_key !== 'string' || typeof langchain_value !== 'string') return undefined;
  return { langchain_namespace: String(langchain_namespace), langchain_key, langchain_value };
}
