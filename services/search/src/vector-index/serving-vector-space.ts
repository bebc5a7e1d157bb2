import { unavailable } from '@loci/core';
import type { Database, Transaction } from '@loci/postgres';
import type { EmbeddingModel, VectorSpace, VectorSpaces } from './vector-space.ts';

/**
 * The vector space that serves searches. After the configured model has changed, searches use the previous
 * space until the space of the configured model, the target, is filled. All processes read the serving model
 * from the database.
 */
export interface ServingVectorSpace {
  /**
   * Returns the serving space. A search must use the embedder and the index of the same space.
   *
   * @throws SYS_SERVICE_UNAVAILABLE if the embedder of the serving model is no longer available
   */
  current(): Promise<VectorSpace>;
  /**
   * Returns the previous space while it serves searches. Writes must also be applied to it. Null if the
   * target serves or the previous embedder is no longer available.
   */
  previous(): Promise<VectorSpace | null>;
  /** Returns the time at which the target started to serve, or null if it does not serve yet. */
  targetServingSince(): Promise<Date | null>;
  /** Makes the target the serving space of all processes. Idempotent except for the stored time. */
  switchToTarget(now: Date): Promise<void>;
}

interface ServingModel extends EmbeddingModel {
  since: Date;
}

/**
 * Maximum age of the cached serving model, which another process can change. The vectors of the previous
 * model are kept for much longer.
 */
const CACHE_TTL_MS = 2_000;

/** Creates a {@link ServingVectorSpace}. In a new deployment, the target serves from the first call on. */
export function createServingVectorSpace(
  database: Pick<Database, 'inSystemTransaction'>,
  spaces: VectorSpaces,
): ServingVectorSpace {
  const { model, dimension } = spaces.target.embedder;
  const isTarget = (serving: EmbeddingModel): boolean =>
    serving.model === model && serving.dimension === dimension;
  let cached: ServingModel | null = null;
  let cachedAtMs = 0;
  let previous: { model: EmbeddingModel; space: VectorSpace | null } | null = null;

  async function readServingModel(): Promise<ServingModel> {
    const isFresh = performance.now() - cachedAtMs < CACHE_TTL_MS;
    // Once the target serves, the serving model changes only with a new deployment, which replaces this
    // process.
    if (cached && (isTarget(cached) || isFresh)) return cached;
    cached = await database.inSystemTransaction((tx) => selectServingModel(tx, { model, dimension }));
    cachedAtMs = performance.now();
    return cached;
  }

  function openPrevious(serving: EmbeddingModel): VectorSpace | null {
    if (previous?.model.model !== serving.model || previous.model.dimension !== serving.dimension)
      previous = { model: serving, space: spaces.open(serving) };
    return previous.space;
  }

  return {
    current: async () => {
      const serving = await readServingModel();
      const space = isTarget(serving) ? spaces.target : openPrevious(serving);
      if (!space) throw unavailable('The previous embedding model');
      return space;
    },
    previous: async () => {
      const serving = await readServingModel();
      return isTarget(serving) ? null : openPrevious(serving);
    },
    targetServingSince: async () => {
      const serving = await readServingModel();
      return isTarget(serving) ? serving.since : null;
    },
    switchToTarget: async (now) => {
      await database.inSystemTransaction((tx) =>
        tx.query('UPDATE serving_model SET model = $1, dimension = $2, since = $3', [model, dimension, now]),
      );
      cached = { model, dimension, since: now };
    },
  };
}

/** Returns the stored serving model. Stores `initial` if there is none. */
async function selectServingModel(tx: Transaction, initial: EmbeddingModel): Promise<ServingModel> {
  await tx.query(
    'INSERT INTO serving_model (model, dimension, since) VALUES ($1, $2, now()) ON CONFLICT DO NOTHING',
    [initial.model, initial.dimension],
  );
  const [row] = await tx.query<ServingModel>('SELECT model, dimension, since FROM serving_model');
  return row!;
}
