import { unavailable } from '@loci/core';
import type { Database, Transaction } from '@loci/postgres';
import type { EmbeddingModel, VectorSpace, VectorSpaces } from './vector-space.ts';

/** Which model's vectors searches ask; all processes agree on it through the database. */
export interface ServingVectorSpace {
  /**
   * One space for the whole of a search: its query is embedded with the model of the vectors it is compared with.
   * @throws SYS_SERVICE_UNAVAILABLE while it is not known, or nothing can embed with that model any more
   */
  current(): Promise<VectorSpace>;
  /** The space that serves until the target is filled, kept up to date as far as it answers. Null once the target serves. */
  previous(): Promise<VectorSpace | null>;
  /** Since when the target serves; null while it does not. */
  targetServingSince(): Promise<Date | null>;
  /** From now on the target serves. */
  switchToTarget(now: Date): Promise<void>;
}

interface ServingModel extends EmbeddingModel {
  since: Date;
}

/** Another process may have adopted the target; its former space stays for much longer than this. */
const RECHECK_MS = 2_000;

/** A deployment that never served anything begins with the target. */
export function createServingVectorSpace(
  database: Pick<Database, 'inSystemTransaction'>,
  spaces: VectorSpaces,
): ServingVectorSpace {
  const { model, dimension } = spaces.target.embedder;
  const isTarget = (serving: EmbeddingModel): boolean =>
    serving.model === model && serving.dimension === dimension;
  let known: ServingModel | null = null;
  let checkedAtMs = 0;
  let previous: { of: EmbeddingModel; space: VectorSpace | null } | null = null;

  async function serving(): Promise<ServingModel> {
    if (known && (isTarget(known) || performance.now() - checkedAtMs < RECHECK_MS)) return known;
    known = await database.inSystemTransaction((tx) => readServing(tx, { model, dimension }));
    checkedAtMs = performance.now();
    return known;
  }

  function previousSpace(of: EmbeddingModel): VectorSpace | null {
    if (previous?.of.model !== of.model || previous.of.dimension !== of.dimension)
      previous = { of, space: spaces.open(of) };
    return previous.space;
  }

  return {
    current: async () => {
      const of = await serving();
      const space = isTarget(of) ? spaces.target : previousSpace(of);
      if (!space) throw unavailable('The previous embedding model');
      return space;
    },
    previous: async () => {
      const of = await serving();
      return isTarget(of) ? null : previousSpace(of);
    },
    targetServingSince: async () => {
      const of = await serving();
      return isTarget(of) ? of.since : null;
    },
    switchToTarget: async (now) => {
      await database.inSystemTransaction((tx) =>
        tx.query('UPDATE serving_model SET model = $1, dimension = $2, since = $3', [model, dimension, now]),
      );
      known = { model, dimension, since: now };
    },
  };
}

async function readServing(tx: Transaction, first: EmbeddingModel): Promise<ServingModel> {
  await tx.query(
    'INSERT INTO serving_model (model, dimension, since) VALUES ($1, $2, now()) ON CONFLICT DO NOTHING',
    [first.model, first.dimension],
  );
  const [row] = await tx.query<ServingModel>('SELECT model, dimension, since FROM serving_model');
  return row!;
}
