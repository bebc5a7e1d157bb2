import type { Caller } from '@loci/core';
import { MIN_POSITION_HEADER, freshnessQuery, notFresh } from '@loci/http';
import type { Freshness, ReadModel } from '@loci/http';
import type { Request } from 'express';
import type { AwaitPositions } from './await-positions.ts';
import type { PositionTokens } from './position-tokens.ts';

export interface CheckFreshnessDeps {
  positionTokens: PositionTokens;
  awaitPositions: AwaitPositions;
}

/**
 * Waits until the read models of a request contain its minimum position.
 *
 * @returns undefined if the request has no minimum position
 * @throws VAL_POSITION_INVALID for an invalid position; SYS_NOT_FRESH if the request requires fresh results and the read
 *   models do not contain the position in time
 * @see docs/reference/http.md#read-your-writes
 */
export async function checkFreshness(
  { positionTokens, awaitPositions }: CheckFreshnessDeps,
  { tenantId, requestId }: Caller,
  reads: readonly ReadModel[],
  request: Request,
  signal: AbortSignal,
): Promise<Freshness | undefined> {
  const header = request.headers[MIN_POSITION_HEADER];
  if (header === undefined) return undefined;
  const positions = positionTokens.parse(tenantId, String(header));
  const query = freshnessQuery.safeParse(request.query);
  // The service rejects the request after it has checked the scope.
  if (!query.success) return undefined;
  const { wait_ms: waitMs, require_fresh: isRequired } = query.data;
  const behind = await awaitPositions({ tenantId, requestId, positions, reads, timeoutMs: waitMs, signal });
  if (behind.length > 0 && isRequired) throw notFresh(behind, waitMs);
  return { isFresh: behind.length === 0, isRequired, waitMs };
}
