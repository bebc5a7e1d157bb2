import { AppError } from '@loci/core';
import type { ServerResponse } from 'node:http';
import type { Allowance, RateLimiter } from '@loci/http';

/**
 * Counts a request against the rate limit and sets the `x-ratelimit-*` headers.
 *
 * @param cost number of requests to count, at least 1
 * @throws BIZ_RATE_LIMIT_EXCEEDED, with a `retry-after` header, if the limit is exceeded
 * @see docs/reference/http.md#rate-limiting
 */
export async function countRequest(
  limiter: RateLimiter,
  key: string,
  response: ServerResponse,
  cost = 1,
): Promise<void> {
  const allowance = await limiter.consume(key, cost);
  setHeaders(response, allowance);
  if (!allowance.allowed) throw rateLimitExceeded(response, allowance);
}

function setHeaders(response: ServerResponse, { limit, remaining, resetAt }: Allowance): void {
  response.setHeader('x-ratelimit-limit', limit);
  response.setHeader('x-ratelimit-remaining', remaining);
  response.setHeader('x-ratelimit-reset', resetAt);
}

function rateLimitExceeded(response: ServerResponse, { limit, retryAfter }: Allowance): AppError {
  response.setHeader('retry-after', retryAfter);
  return new AppError(
    'BIZ_RATE_LIMIT_EXCEEDED',
    `The limit of ${limit} requests per minute is exceeded. Retry in ${retryAfter} s.`,
    {
      details: { limit, retry_after: retryAfter },
    },
  );
}
