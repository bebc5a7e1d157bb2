import { setTimeout as delay } from 'node:timers/promises';
import { unavailable } from '@loci/core';
import type { ElasticsearchConnection } from './elasticsearch-connection.ts';
import { MAX_TARGETS_AGE_MS } from './index-generations.ts';
import type { IndexGenerations, IndexNames } from './index-generations.ts';
import type { RebuildLease } from './rebuild-lease.ts';

/**
 * Milliseconds after a change to the aliases until no process uses write targets that it cached before the
 * change.
 */
const TARGETS_EXPIRY_MS = MAX_TARGETS_AGE_MS + 500;
/** Timeout of requests that change aliases and indexes. They are slow on a busy cluster, and no user waits for them. */
const ADMIN_TIMEOUT_MS = 30_000;

/**
 * Fills a new generation while the current one serves, then switches the alias to it. Once the new generation exists,
 * all processes write to both. Earlier writes are in the records of the owner services, which `fill` reads afterwards.
 *
 * @param fill writes all items to the given generation
 * @throws the error of `fill`; the index is then unchanged
 */
export async function rebuildIndex(
  connection: ElasticsearchConnection,
  generations: IndexGenerations,
  lease: RebuildLease,
  fill: (generation: string) => Promise<void>,
): Promise<void> {
  const { names } = generations;
  await generations.ensureReady();
  const all = await generations.listAliases();
  const [serving] = [...all].find(([, aliases]) => aliases.has(names.alias)) ?? [];
  if (serving === undefined) throw unavailable('The keyword index');
  for (const [generation, aliases] of all) {
    if (generation !== serving)
      await discardGeneration(connection, names, generation, aliases.has(names.fillingAlias));
  }

  const shadow = names.generation(Date.now().toString(36) + Math.random().toString(36).slice(2, 8));
  try {
    await generations.create(shadow, names.fillingAlias, ADMIN_TIMEOUT_MS);
    await delay(TARGETS_EXPIRY_MS);
    await fill(shadow);
    lease.assertHeld();
    await connection.request(
      (client, limits) => client.indices.refresh({ index: shadow }, limits),
      ADMIN_TIMEOUT_MS,
    );
    await switchAlias(connection, generations, serving, shadow);
  } catch (error) {
    // The alias may have been switched even if the response was lost.
    const hasSwitched = await isServing(generations, shadow).catch(() => false);
    if (!hasSwitched) {
      // If the deletion fails, the next rebuild deletes the generation.
      await discardGeneration(connection, names, shadow, true).catch(() => undefined);
      throw error;
    }
  }
  generations.invalidate();
  await delay(TARGETS_EXPIRY_MS);
  await deleteGeneration(connection, serving);
}

/** Switches the alias atomically. Fails if either generation was discarded by another process. */
async function switchAlias(
  connection: ElasticsearchConnection,
  { names }: IndexGenerations,
  serving: string,
  shadow: string,
): Promise<void> {
  await connection.request(
    (client, limits) =>
      client.indices.updateAliases(
        {
          actions: [
            { remove: { index: serving, alias: names.alias, must_exist: true } },
            { remove: { index: shadow, alias: names.fillingAlias, must_exist: true } },
            { add: { index: shadow, alias: names.alias } },
          ],
        },
        limits,
      ),
    ADMIN_TIMEOUT_MS,
  );
}

async function isServing(generations: IndexGenerations, generation: string): Promise<boolean> {
  return (await generations.listAliases()).get(generation)?.has(generations.names.alias) ?? false;
}

/**
 * Deletes a generation that does not serve. First removes the filling alias of the generation, so that
 * `switchAlias` of another process fails. If the other process has already switched to the generation,
 * removing the alias fails and the generation is kept.
 */
async function discardGeneration(
  connection: ElasticsearchConnection,
  names: IndexNames,
  generation: string,
  isFilling: boolean,
): Promise<void> {
  if (isFilling) {
    const removeAlias = { remove: { index: generation, alias: names.fillingAlias, must_exist: true } };
    await connection.request(
      (client, limits) => client.indices.updateAliases({ actions: [removeAlias] }, limits),
      ADMIN_TIMEOUT_MS,
    );
  }
  await deleteGeneration(connection, generation);
}

async function deleteGeneration(connection: ElasticsearchConnection, generation: string): Promise<void> {
  await connection.request(
    (client, limits) => client.indices.delete({ index: generation, ignore_unavailable: true }, limits),
    ADMIN_TIMEOUT_MS,
  );
}
