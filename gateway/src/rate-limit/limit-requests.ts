import { AppError } from '@loci/core';
import type { ServerResponse } from 'node:http';
import type { Allowance, RateLimiter } from './rate-limiter.ts';

/**
 * Counts a request, or as many as `cost` says, and says so in the response's headers.
 * @throws BIZ_RATE_LIMIT_EXCEEDED, with `retry-after`, when the key has no request left
 * @see SPEC.md "Limits"; DECISIONS.md "HTTP in general"
 */
export async function countRequest(
  limiter: RateLimiter,
  key: string,
  response: ServerResponse,
  cost = 1,
): Promise<void> {
  const allowance = await limiter.consume(key, cost);
  setHeaders(response, allowance);
  if (!allowance.allowed) throw tooMany(response, allowance);
}

function setHeaders(response: ServerResponse, { limit, remaining, resetAt }: Allowance): void {
  response.setHeader('x-ratelimit-limit', limit);
  response.setHeader('x-ratelimit-remaining', remaining);
  response.setHeader('x-ratelimit-reset', resetAt);
}

function tooMany(response: ServerResponse, { limit, retryAfter }: Allowance): AppError {
  response.setHeader('retry-after', retryAfter);
  return new AppError(
    'BIZ_RATE_LIMIT_EXCEEDED',
    `More than ${limit} requests in a minute. Wait ${retryAfter} s.`,
    {
      details: { limit, retry_after: retryAfter },
    },
  );
}
