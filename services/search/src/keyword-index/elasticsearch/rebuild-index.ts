import { setTimeout as delay } from 'node:timers/promises';
import { unavailable } from '@loci/core';
import type { ElasticsearchConnection } from './elasticsearch-connection.ts';
import { MAX_TARGETS_AGE_MS } from './index-generations.ts';
import type { IndexGenerations, IndexNames } from './index-generations.ts';
import type { RebuildLease } from './rebuild-lease.ts';

// Until every process writes to the new generation as well, or does not write to the old one any more.
const UNTIL_KNOWN_MS = MAX_TARGETS_AGE_MS + 500;

// What changes the indexes of a busy cluster takes its time, and nobody waits for it here.
const CHANGE_TIMEOUT_MS = 30_000;

/**
 * Fills a new generation while the old one serves, and lets it take over. Whatever is written meanwhile, by any process,
 * goes to both: what a process wrote to the old one alone was in its owner's records before `fill` reads them.
 *
 * @param fill writes the items to the generation that it is given
 * @throws what `fill` throws; then all is as it was before
 */
export async function rebuildIndex(
  calls: ElasticsearchConnection,
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
    if (generation !== serving) await discard(calls, names, generation, aliases.has(names.fillingAlias));
  }

  const fresh = names.generation(Date.now().toString(36) + Math.random().toString(36).slice(2, 8));
  try {
    await generations.create(fresh, names.fillingAlias, CHANGE_TIMEOUT_MS);
    await delay(UNTIL_KNOWN_MS);
    await fill(fresh);
    lease.assertHeld();
    await calls.request(
      (client, limits) => client.indices.refresh({ index: fresh }, limits),
      CHANGE_TIMEOUT_MS,
    );
    await takeOver(calls, generations, serving, fresh);
  } catch (error) {
    // The answer may have been lost, not the request.
    const hasTakenOver = await isServing(generations, fresh).catch(() => false);
    if (!hasTakenOver) {
      // What is left of it is thrown away by the next rebuild.
      await discard(calls, names, fresh, true).catch(() => undefined);
      throw error;
    }
  }
  generations.invalidate();
  await delay(UNTIL_KNOWN_MS);
  await remove(calls, serving);
}

/** In one step: a search sees the old generation or the new one. Refused when either has been thrown away. */
async function takeOver(
  calls: ElasticsearchConnection,
  { names }: IndexGenerations,
  serving: string,
  fresh: string,
): Promise<void> {
  await calls.request(
    (client, limits) =>
      client.indices.updateAliases(
        {
          actions: [
            { remove: { index: serving, alias: names.alias, must_exist: true } },
            { remove: { index: fresh, alias: names.fillingAlias, must_exist: true } },
            { add: { index: fresh, alias: names.alias } },
          ],
        },
        limits,
      ),
    CHANGE_TIMEOUT_MS,
  );
}

async function isServing(generations: IndexGenerations, generation: string): Promise<boolean> {
  return (await generations.listAliases()).get(generation)?.has(generations.names.alias) ?? false;
}

/**
 * Throws away a generation that does not serve. First it loses the alias without which it cannot take over, so that
 * somebody's step that is still under way fails, or makes this fail.
 */
async function discard(
  calls: ElasticsearchConnection,
  names: IndexNames,
  generation: string,
  isFilling: boolean,
): Promise<void> {
  const forgo = { remove: { index: generation, alias: names.fillingAlias, must_exist: true } };
  if (isFilling) {
    await calls.request(
      (client, limits) => client.indices.updateAliases({ actions: [forgo] }, limits),
      CHANGE_TIMEOUT_MS,
    );
  }
  await remove(calls, generation);
}

async function remove(calls: ElasticsearchConnection, generation: string): Promise<void> {
  await calls.request(
    (client, limits) => client.indices.delete({ index: generation, ignore_unavailable: true }, limits),
    CHANGE_TIMEOUT_MS,
  );
}
