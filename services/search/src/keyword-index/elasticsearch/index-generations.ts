import type { Client } from '@elastic/elasticsearch';
import { AppError, unavailable } from '@loci/core';
import { elasticsearchErrorType } from './elasticsearch-connection.ts';
import type { ElasticsearchConnection, RequestLimits } from './elasticsearch-connection.ts';
import { ITEM_MAPPINGS, itemSettings } from './index-definition.ts';
import type { IndexLayout } from './index-definition.ts';

/**
 * Maximum age of cached write targets. A rebuild waits longer than this before it starts to fill the new generation.
 */
export const MAX_TARGETS_AGE_MS = 1_000;

const PREFIX = /^[a-z][a-z0-9_-]{0,99}$/;

/** The generations that a write must be applied to. */
export interface WriteTargets {
  serving: string;
  /**
   * Generations that a rebuild fills. There is more than one only until an abandoned generation is deleted.
   */
  filling: string[];
}

/** Items of an index: those that searches find by default, or superseded versions of memories. */
export type IndexContent = 'items' | 'superseded';

/** Names of the aliases and indexes of one deployment. */
export interface IndexNames {
  /** Alias of the serving generation, used by reads. */
  alias: string;
  /** Alias of the generation that a rebuild fills. */
  fillingAlias: string;
  leaseIndex: string;
  /** The index name of a generation. @param suffix letters and digits */
  generation(suffix: string): string;
  isGeneration(index: string): boolean;
}

/**
 * Returns the names for a deployment with the given prefix.
 *
 * @throws Error if the prefix contains characters that index names must not have
 */
export function indexNames(prefix: string, content: IndexContent = 'items'): IndexNames {
  if (!PREFIX.test(prefix))
    throw new Error(
      'ELASTICSEARCH_INDEX_PREFIX must start with a letter a-z and have at most 100 characters of a-z, 0-9, ' +
        '"-" and "_".',
    );
  const start = `${prefix}-${content}-`;
  return {
    alias: `${prefix}-${content}`,
    fillingAlias: `${start}filling`,
    leaseIndex: content === 'items' ? `${prefix}-rebuild` : `${prefix}-rebuild-${content}`,
    generation: (suffix) => start + suffix,
    isGeneration: (index) => index.startsWith(start) && /^[a-z0-9]+$/.test(index.slice(start.length)),
  };
}

/**
 * Returns the alias that writes to a generation use. Write requests require an alias, so a write to a deleted
 * generation fails. If writes used the index name, Elasticsearch would recreate the index with dynamic
 * mappings.
 */
export const writeAlias = (generation: string): string => `${generation}-writes`;

/**
 * The generations of the keyword index: Elasticsearch indexes behind one alias. Creates the first generation.
 */
export class IndexGenerations {
  readonly names: IndexNames;
  readonly #connection: ElasticsearchConnection;
  readonly #layout: IndexLayout;
  #cachedTargets: { targets: WriteTargets; readAtMs: number } | null = null;
  #refreshing: Promise<void> | null = null;
  #isReady = false;
  /** Generations whose mapping has all fields. */
  readonly #mapped = new Set<string>();

  constructor(connection: ElasticsearchConnection, names: IndexNames, layout: IndexLayout) {
    this.#connection = connection;
    this.names = names;
    this.#layout = layout;
  }

  /** Creates the index if it does not exist. Several processes may call this concurrently. */
  async ensureReady(): Promise<void> {
    if (!this.#isReady) await this.writeTargets();
  }

  /** Sends a request to the serving generation. */
  async read<Result>(
    send: (index: string, client: Client, limits: RequestLimits) => Promise<Result>,
  ): Promise<Result> {
    await this.ensureReady();
    try {
      return await this.#connection.request((client, limits) => send(this.names.alias, client, limits));
    } catch (error) {
      // The index was deleted. The next call recreates it.
      if (elasticsearchErrorType(error) === 'index_not_found_exception') this.invalidate();
      throw error;
    }
  }

  /**
   * Returns the write targets, which are at most {@link MAX_TARGETS_AGE_MS} old.
   *
   * @throws SYS_SERVICE_UNAVAILABLE if Elasticsearch responds too slowly to determine them
   */
  async writeTargets(): Promise<WriteTargets> {
    for (let attempt = 0; attempt < 3; attempt++) {
      if (this.#cachedTargets && performance.now() - this.#cachedTargets.readAtMs < MAX_TARGETS_AGE_MS)
        return this.#cachedTargets.targets;
      this.#refreshing ??= this.#refreshTargets().finally(() => {
        this.#refreshing = null;
      });
      await this.#refreshing;
    }
    throw unavailable('The keyword index');
  }

  /** Discards the cached write targets. Call this after a generation was found to be deleted. */
  invalidate(): void {
    this.#cachedTargets = null;
    this.#isReady = false;
  }

  /** Creates a generation with the given alias and its write alias. */
  async create(generation: string, alias: string, timeoutMs?: number): Promise<void> {
    const { acknowledged } = await this.#connection.request(
      (client, limits) =>
        client.indices.create(
          {
            index: generation,
            settings: itemSettings(this.#layout),
            mappings: ITEM_MAPPINGS,
            aliases: { [alias]: {}, [writeAlias(generation)]: {} },
          },
          limits,
        ),
      timeoutMs,
    );
    if (!acknowledged) throw unavailable('The keyword index');
  }

  /** Returns the aliases by generation, including the generations of crashed rebuilds. */
  async listAliases(): Promise<Map<string, Set<string>>> {
    const found = await this.#connection.request((client, limits) =>
      client.indices.getAlias({ index: this.names.generation('*') }, limits),
    );
    const aliasesByGeneration = new Map<string, Set<string>>();
    for (const [index, { aliases }] of Object.entries(found)) {
      if (this.names.isGeneration(index)) aliasesByGeneration.set(index, new Set(Object.keys(aliases)));
    }
    return aliasesByGeneration;
  }

  async #refreshTargets(): Promise<void> {
    // The time is read before the request, so that the age is never underestimated.
    const readAtMs = performance.now();
    const targets = (await this.#readTargets()) ?? (await this.#createFirst());
    await this.#addMissingFields([targets.serving, ...targets.filling]);
    this.#cachedTargets = { targets, readAtMs };
    this.#isReady = true;
  }

  /**
   * Adds the fields that were added since a generation was created to its mapping, because documents with unknown fields
   * are rejected. Runs before the first write to a generation. Several processes may do so concurrently.
   */
  async #addMissingFields(generations: readonly string[]): Promise<void> {
    for (const generation of generations) {
      if (this.#mapped.has(generation)) continue;
      const { properties } = ITEM_MAPPINGS;
      await this.#connection.request((client, limits) =>
        client.indices.putMapping({ index: generation, properties: properties! }, limits),
      );
      this.#mapped.add(generation);
    }
  }

  async #readTargets(): Promise<WriteTargets | null> {
    const all = [...(await this.listAliases())];
    const withAlias = (alias: string): string[] =>
      all.filter(([, aliases]) => aliases.has(alias)).map(([generation]) => generation);
    const [serving] = withAlias(this.names.alias);
    return serving === undefined ? null : { serving, filling: withAlias(this.names.fillingAlias) };
  }

  /** Creates the first generation. It has the same name in all processes, so only one of them succeeds. */
  async #createFirst(): Promise<WriteTargets> {
    const first = this.names.generation('first');
    try {
      await this.create(first, this.names.alias);
    } catch (error) {
      if (elasticsearchErrorType(error) !== 'resource_already_exists_exception') throw error;
    }
    const targets = await this.#readTargets();
    if (targets) return targets;
    throw new AppError(
      'SYS_SERVICE_UNAVAILABLE',
      `The Elasticsearch alias ${this.names.alias} is missing. Point it to an index, or delete the indexes ${this.names.generation('*')} so that the service recreates them.`,
    );
  }
}
