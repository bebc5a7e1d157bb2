import { alreadyExists } from '@loci/core';
import { servingAlias, fillingAlias, generationName, generationOf } from './collection-name.ts';
import type { CollectionIdentity } from './collection-name.ts';
import { isNotFound, httpStatus } from './qdrant-connection.ts';
import type { QdrantConnection } from './qdrant-connection.ts';
import { createCollectionBody, PAYLOAD_INDEXES } from './collection-settings.ts';
import type { CollectionSettings } from './collection-settings.ts';

/** Where a write goes. */
export interface WriteTargets {
  serving: string;
  /** What a rebuild, in whatever process, is filling. */
  filling: string | null;
}

/** The collections of one model: the one that serves behind an alias, and the one that shall take its place. */
export interface CollectionGenerations {
  readonly alias: string;
  /** Runs this when the collection is there, and once more with a new one when it turns out to be gone. */
  read<Result>(work: (alias: string) => Promise<Result>): Promise<Result>;
  /** Runs this with what is known at most {@link MAX_TARGETS_AGE_MS} long, and once more when one of them turns out to be gone. */
  write<Result>(work: (targets: WriteTargets) => Promise<Result>): Promise<Result>;
  /** Makes the next generation, and lets every process know that it is being filled. */
  createGeneration(): Promise<string>;
  /** Deletes what earlier rebuilds have left, when everybody knows of this one. */
  deleteAbandoned(filling: string): Promise<void>;
  /**
   * From now on this generation serves; the former is deleted.
   * @throws RES_ALREADY_EXISTS when another rebuild has begun since
   */
  promote(filling: string): Promise<void>;
  /** Deletes a generation that shall not serve. */
  discard(filling: string): Promise<void>;
}

/** Writers look that often for a rebuild that has begun. */
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
  let known: { filling: string | null; askedAtMs: number } | null = null;

  async function ready(): Promise<void> {
    prepared ??= prepare();
    try {
      await prepared;
    } catch (error) {
      prepared = null;
      throw error;
    }
  }

  /** Any number of processes may do this at once. */
  async function prepare(): Promise<void> {
    const serving = await readAlias(alias);
    if (serving !== null) return index(serving);
    const first = generationName(alias, 1);
    await create(first);
    await index(first);
    // Another process may have been faster, and may even have rebuilt it since.
    if ((await readAlias(alias)) === null) await pointAlias(alias, first);
  }

  /** False when the name is taken. */
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

  async function index(name: string): Promise<void> {
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

  /** All at once, for every reader. */
  async function pointAlias(
    alias_name: string,
    collection_name: string,
    ...without: string[]
  ): Promise<void> {
    const actions = [
      ...[alias_name, ...without].map((gone) => ({ delete_alias: { alias_name: gone } })),
      { create_alias: { alias_name, collection_name } },
    ];
    await connection.requestSlow((client) => client.updateCollectionAliases({ actions }));
  }

  async function generations(): Promise<number[]> {
    const { collections } = await connection.request((client) => client.getCollections());
    return collections.flatMap(({ name }) => generationOf(alias, name) ?? []);
  }

  async function filling(): Promise<string | null> {
    if (!known || performance.now() - known.askedAtMs >= MAX_TARGETS_AGE_MS) {
      const askedAtMs = performance.now();
      known = { filling: await readAlias(fillingAlias(alias)), askedAtMs };
    }
    return known.filling;
  }

  /** Somebody deleted a collection: nothing that is known of them holds any more. */
  async function againWhenMissing<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!isNotFound(error)) throw error;
      prepared = null;
      known = null;
      return work();
    }
  }

  const remove = (name: string): Promise<unknown> =>
    connection.requestSlow((client) => client.deleteCollection(name));

  return {
    alias,

    read: (work) =>
      againWhenMissing(async () => {
        await ready();
        return work(alias);
      }),

    write: (work) =>
      againWhenMissing(async () => {
        await ready();
        return work({ serving: alias, filling: await filling() });
      }),

    async createGeneration() {
      await ready();
      for (let next = Math.max(0, ...(await generations())) + 1; ; next++) {
        const name = generationName(alias, next);
        if (!(await create(name))) continue;
        await index(name);
        await pointAlias(fillingAlias(alias), name);
        return name;
      }
    },

    async deleteAbandoned(own) {
      const serving = await readAlias(alias);
      for (const generation of await generations()) {
        const name = generationName(alias, generation);
        if (generation < generationOf(alias, own)! && name !== serving) await remove(name);
      }
    },

    async promote(own) {
      const former = await readAlias(alias);
      if ((await readAlias(fillingAlias(alias))) !== own) throw alreadyExists('rebuild', alias);
      await pointAlias(alias, own, fillingAlias(alias));
      if (former !== null && former !== own) await remove(former);
    },

    async discard(own) {
      if ((await readAlias(alias)) !== own) await remove(own);
    },
  };
}
