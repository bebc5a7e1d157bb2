import { AppError } from '@loci/core';
import { fillingAlias, generationName, generationOf, servingAlias } from './collection-name.ts';
import type { CollectionIdentity } from './collection-name.ts';
import { createCollectionBody, PAYLOAD_INDEXES } from './collection-settings.ts';
import type { CollectionSettings } from './collection-settings.ts';
import { httpStatus, isNotFound } from './qdrant-connection.ts';
import type { QdrantConnection } from './qdrant-connection.ts';

/** The collections that a write must be applied to. */
export interface WriteTargets {
  serving: string;
  /** The shadow collection of a rebuild in any process, or null if there is no rebuild. */
  filling: string | null;
}

/**
 * The collections of one model. Reads and writes use an alias of the serving collection. A rebuild creates the next
 * generation of the collection, fills it and moves the alias to it.
 */
export interface CollectionGenerations {
  readonly alias: string;
  /**
   * Creates the collection if needed and runs `work`. Repeats `work` once if the collection was deleted
   * meanwhile.
   */
  read<Result>(work: (alias: string) => Promise<Result>): Promise<Result>;
  /**
   * Runs `work` with write targets that are at most {@link MAX_TARGETS_AGE_MS} old. Repeats `work` once if a
   * collection was deleted meanwhile.
   */
  write<Result>(work: (targets: WriteTargets) => Promise<Result>): Promise<Result>;
  /** Creates the next generation and makes it a write target of all processes. Returns its name. */
  createGeneration(): Promise<string>;
  /** Deletes generations of crashed rebuilds: those that are older than `filling` and do not serve. */
  deleteAbandoned(filling: string): Promise<void>;
  /**
   * Makes a filled generation the serving one and deletes the previous one.
   *
   * @throws RES_ALREADY_EXISTS if a later rebuild has started
   */
  promote(filling: string): Promise<void>;
  /** Deletes a generation, unless it serves. */
  discard(filling: string): Promise<void>;
}

/** Maximum age of cached write targets. After this time, every process writes to the collection of a new rebuild. */
export const MAX_TARGETS_AGE_MS = 1_000;

export interface CollectionGenerationsOptions extends CollectionIdentity {
  settings: CollectionSettings;
}

export function collectionGenerations(
  connection: QdrantConnection,
  { settings, ...identity }: CollectionGenerationsOptions,
): CollectionGenerations {
  const alias = servingAlias(identity);
  let prepared: Promise<void> | null = null;
  let cachedFilling: { collection: string | null; readAtMs: number } | null = null;

  async function ensurePrepared(): Promise<void> {
    prepared ??= prepare();
    try {
      await prepared;
    } catch (error) {
      prepared = null;
      throw error;
    }
  }

  /**
   * Creates the collection, its payload indexes and its alias if needed. Several processes may do so
   * concurrently.
   */
  async function prepare(): Promise<void> {
    const serving = await readAlias(alias);
    if (serving !== null) return createMissingIndexes(serving);
    const first = generationName(alias, 1);
    await create(first);
    await createMissingIndexes(first);
    // Another process may have pointed the alias to this or to a later generation already.
    if ((await readAlias(alias)) === null) await pointAlias(alias, first);
  }

  /** Creates a collection. Returns false if it already exists. */
  async function create(name: string): Promise<boolean> {
    try {
      const body = createCollectionBody(identity.dimension, settings);
      await connection.requestSlow((client) => client.createCollection(name, body));
      return true;
    } catch (error) {
      if (httpStatus(error) === 409 || (httpStatus(error) === 400 && (await exists(name)))) return false;
      throw error;
    }
  }

  const exists = async (name: string): Promise<boolean> =>
    (await connection.request((client) => client.collectionExists(name))).exists;

  async function createMissingIndexes(name: string): Promise<void> {
    const { payload_schema: present } = await connection.request((client) => client.getCollection(name));
    for (const [field_name, field_schema] of Object.entries(PAYLOAD_INDEXES)) {
      if (field_name in present) continue;
      await connection.requestSlow((client) =>
        client.createPayloadIndex(name, { field_name, field_schema, wait: true }),
      );
    }
  }

  async function readAlias(name: string): Promise<string | null> {
    const { aliases } = await connection.request((client) => client.getAliases());
    return aliases.find(({ alias_name }) => alias_name === name)?.collection_name ?? null;
  }

  /** Points an alias to a collection and deletes the given other aliases in one atomic step. */
  async function pointAlias(
    alias_name: string,
    collection_name: string,
    ...deletedAliases: string[]
  ): Promise<void> {
    const actions = [
      ...[alias_name, ...deletedAliases].map((deleted) => ({ delete_alias: { alias_name: deleted } })),
      { create_alias: { alias_name, collection_name } },
    ];
    await connection.requestSlow((client) => client.updateCollectionAliases({ actions }));
  }

  async function listGenerations(): Promise<number[]> {
    const { collections } = await connection.request((client) => client.getCollections());
    return collections.flatMap(({ name }) => generationOf(alias, name) ?? []);
  }

  async function readFilling(): Promise<string | null> {
    if (!cachedFilling || performance.now() - cachedFilling.readAtMs >= MAX_TARGETS_AGE_MS) {
      // The time is read before the request, so that the age is never underestimated.
      const readAtMs = performance.now();
      cachedFilling = { collection: await readAlias(fillingAlias(alias)), readAtMs };
    }
    return cachedFilling.collection;
  }

  async function repeatIfDeleted<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!isNotFound(error)) throw error;
      prepared = null;
      cachedFilling = null;
      return work();
    }
  }

  const deleteCollection = (name: string): Promise<unknown> =>
    connection.requestSlow((client) => client.deleteCollection(name));

  return {
    alias,

    read: (work) =>
      repeatIfDeleted(async () => {
        await ensurePrepared();
        return work(alias);
      }),

    write: (work) =>
      repeatIfDeleted(async () => {
        await ensurePrepared();
        return work({ serving: alias, filling: await readFilling() });
      }),

    async createGeneration() {
      await ensurePrepared();
      for (let next = Math.max(0, ...(await listGenerations())) + 1; ; next++) {
        const name = generationName(alias, next);
        if (!(await create(name))) continue;
        await createMissingIndexes(name);
        await pointAlias(fillingAlias(alias), name);
        return name;
      }
    },

    async deleteAbandoned(filling) {
      const serving = await readAlias(alias);
      for (const generation of await listGenerations()) {
        const name = generationName(alias, generation);
        if (generation < generationOf(alias, filling)! && name !== serving) await deleteCollection(name);
      }
    },

    async promote(filling) {
      const previous = await readAlias(alias);
      if ((await readAlias(fillingAlias(alias))) !== filling)
        throw new AppError(
          'RES_ALREADY_EXISTS',
          'A later rebuild of the vector index has started. Wait until it ends.',
          {
            details: { resource_type: 'rebuild', identifier: alias },
          },
        );
      await pointAlias(alias, filling, fillingAlias(alias));
      if (previous !== null && previous !== filling) await deleteCollection(previous);
    },

    async discard(filling) {
      if ((await readAlias(alias)) !== filling) await deleteCollection(filling);
    },
  };
}
