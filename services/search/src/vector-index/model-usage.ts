import { newId } from '@loci/core';
import type { Database } from '@loci/postgres';
import type { EmbeddingModel } from './vector-space.ts';

/** Records in the database which embedding model each process of the search service is configured with. */
export interface ModelUsage {
  /** Records that this process runs. Must be called at least every {@link RECORD_INTERVAL_MS}. */
  record(): Promise<void>;
  /** Returns whether a process with another model runs. */
  isOtherModelInUse(): Promise<boolean>;
  /** Returns whether a process with another model was running in the last `ms` milliseconds. */
  wasOtherModelInUse(ms: number): Promise<boolean>;
  /** Records that this process ends. Ignores errors, because the record expires. */
  end(): Promise<void>;
}

export const RECORD_INTERVAL_MS = 5_000;
/** A process that was not recorded for this time has ended. */
const EXPIRY_MS = 30_000;
const DELETE_AFTER_MS = 24 * 60 * 60_000;

/** @param model configured model of this process */
export function createModelUsage(
  database: Pick<Database, 'inSystemTransaction'>,
  { model, dimension }: EmbeddingModel,
): ModelUsage {
  const processId = newId();
  let isRecorded = false;

  const wasOtherModelInUse = (ms: number): Promise<boolean> =>
    database.inSystemTransaction(async (tx) => {
      const rows = await tx.query(
        `SELECT FROM embedding_model_users
         WHERE (model, dimension) <> ($1, $2) AND last_seen > now() - $3 * interval '1 ms' LIMIT 1`,
        [model, dimension, ms],
      );
      return rows.length > 0;
    });

  return {
    record: async () => {
      isRecorded = true;
      await database.inSystemTransaction(async (tx) => {
        await tx.query(
          `INSERT INTO embedding_model_users (process_id, model, dimension, last_seen) VALUES ($1, $2, $3, now())
           ON CONFLICT (process_id) DO UPDATE SET last_seen = now()`,
          [processId, model, dimension],
        );
        await tx.query(`DELETE FROM embedding_model_users WHERE last_seen < now() - $1 * interval '1 ms'`, [
          DELETE_AFTER_MS,
        ]);
      });
    },
    isOtherModelInUse: () => wasOtherModelInUse(EXPIRY_MS),
    wasOtherModelInUse,
    end: async () => {
      if (!isRecorded) return;
      // The row stays, because it also delays the deletion of the vectors of the model.
      const end = database.inSystemTransaction((tx) =>
        tx.query(
          `UPDATE embedding_model_users SET last_seen = now() - $2 * interval '1 ms' WHERE process_id = $1`,
          [processId, EXPIRY_MS],
        ),
      );
      await end.catch(() => undefined);
    },
  };
}
