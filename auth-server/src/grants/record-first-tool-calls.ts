import type { Database } from '@loci/postgres';
import { setFirstToolCalls } from './grant.repository.ts';

/** First tool call with a token of a grant that a gateway has seen. */
export interface FirstToolCall {
  grantId: string;
  calledAt: Date;
}

/** Records first tool calls. Keeps the time of an earlier call of the same grant. Idempotent. */
export const recordFirstToolCalls = (
  { database, now }: { database: Pick<Database, 'inSystemTransaction'>; now(): Date },
  calls: readonly FirstToolCall[],
): Promise<void> =>
  database.inSystemTransaction((tx) =>
    setFirstToolCalls(
      tx,
      // The clock of a gateway can be ahead.
      calls.map((call) => ({ ...call, calledAt: call.calledAt > now() ? now() : call.calledAt })),
    ),
  );
