import type { Client } from '@elastic/elasticsearch';
import { unavailable } from '@loci/core';
import { elasticsearchErrorType } from './elasticsearch-connection.ts';
import type { ElasticsearchConnection, RequestLimits } from './elasticsearch-connection.ts';
import { ITEM_MAPPINGS, itemSettings } from './index-definition.ts';
import type { IndexLayout } from './index-definition.ts';

/** Older knowledge than this decides about no write; a rebuild waits longer before it begins to fill. */
export const MAX_TARGETS_AGE_MS = 1_000;

const PREFIX = /^[a-z][a-z0-9_-]{0,99}$/;

/** The indexes that writes go to. */
export interface WriteTargets {
  serving: string;
  /** Being filled; more than one only where a rebuild has just been thrown away. */
  filling: string[];
}

/** The names of the aliases and of the indexes behind them. */
export interface IndexNames {
  /** What is read. */
  alias: string;
  fillingAlias: string;
  leaseIndex: string;
  /** @param suffix letters and digits */
  generation(suffix: string): string;
  isGeneration(index: string): boolean;
}

/** @throws Error for a prefix that cannot begin the name of an index */
export function indexNames(prefix: string): IndexNames {
  if (!PREFIX.test(prefix))
    throw new Error('An index prefix is up to 100 of a-z, 0-9, "-" and "_", the first a letter.');
  const start = `${prefix}-items-`;
  return {
    alias: `${prefix}-items`,
    fillingAlias: `${start}filling`,
    leaseIndex: `${prefix}-rebuild`,
    generation: (suffix) => start + suffix,
    isGeneration: (index) => index.startsWith(start) && /^[a-z0-9]+$/.test(index.slice(start.length)),
  };
}

/**
 * An alias of one generation alone. Writes name it and require an alias, so that a write to a generation that was
 * deleted is refused; under its own name Elasticsearch would make the index anew, with a guessed mapping.
 */
export const writeAlias = (generation: string): string => `${generation}-writes`;

/** Finds and makes the indexes behind the alias. */
export class IndexGenerations {
  readonly names: IndexNames;
  readonly #calls: ElasticsearchConnection;
  readonly #layout: IndexLayout;
  #known: { writeTargets: WriteTargets; askedAtMs: number } | null = null;
  #asking: Promise<void> | null = null;
  #isReady = false;

  constructor(calls: ElasticsearchConnection, names: IndexNames, layout: IndexLayout) {
    this.#calls = calls;
    this.names = names;
    this.#layout = layout;
  }

  /** Sees to it that there is an index, once; any number of processes may do so at the same time. */
  async ensureReady(): Promise<void> {
    if (!this.#isReady) await this.written();
  }

  /** A request to what serves. */
  async read<Result>(
    send: (index: string, client: Client, limits: RequestLimits) => Promise<Result>,
  ): Promise<Result> {
    await this.ensureReady();
    try {
      return await this.#calls.request((client, limits) => send(this.names.alias, client, limits));
    } catch (error) {
      // Somebody deleted it; the next use makes another.
      if (elasticsearchErrorType(error) === 'index_not_found_exception') this.invalidate();
      throw error;
    }
  }

  /** Where writes go, known at most {@link MAX_TARGETS_AGE_MS} ago. */
  async written(): Promise<WriteTargets> {
    for (let attempt = 0; attempt < 3; attempt++) {
      if (this.#known && performance.now() - this.#known.askedAtMs < MAX_TARGETS_AGE_MS)
        return this.#known.writeTargets;
      this.#asking ??= this.#ask().finally(() => {
        this.#asking = null;
      });
      await this.#asking;
    }
    // An answer takes longer than it may be believed.
    throw unavailable('The keyword index');
  }

  /** The next use looks again: what was known does not hold any more. */
  invalidate(): void {
    this.#known = null;
    this.#isReady = false;
  }

  /** @param timeoutMs other than that of every request */
  async create(generation: string, alias: string, timeoutMs?: number): Promise<void> {
    const { acknowledged } = await this.#calls.request(
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

  /** All generations there are and their aliases, those of crashed rebuilds included. */
  async listAliases(): Promise<Map<string, Set<string>>> {
    const found = await this.#calls.request((client, limits) =>
      client.indices.getAlias({ index: this.names.generation('*') }, limits),
    );
    const generations = new Map<string, Set<string>>();
    for (const [index, { aliases }] of Object.entries(found)) {
      if (this.names.isGeneration(index)) generations.set(index, new Set(Object.keys(aliases)));
    }
    return generations;
  }

  async #ask(): Promise<void> {
    const askedAtMs = performance.now();
    const writeTargets = (await this.#find()) ?? (await this.#begin());
    this.#known = { writeTargets, askedAtMs };
    this.#isReady = true;
  }

  async #find(): Promise<WriteTargets | null> {
    const all = [...(await this.listAliases())];
    const having = (alias: string) =>
      all.filter(([, aliases]) => aliases.has(alias)).map(([generation]) => generation);
    const [serving] = having(this.names.alias);
    return serving === undefined ? null : { serving, filling: having(this.names.fillingAlias) };
  }

  /** Makes the first generation. Its name is the same for all, so only one process succeeds. */
  async #begin(): Promise<WriteTargets> {
    const first = this.names.generation('first');
    try {
      await this.create(first, this.names.alias);
    } catch (error) {
      if (elasticsearchErrorType(error) !== 'resource_already_exists_exception') throw error;
    }
    const found = await this.#find();
    if (!found) throw unavailable(`The alias ${this.names.alias} of the keyword index is missing. It`);
    return found;
  }
}
