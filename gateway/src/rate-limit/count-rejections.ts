import type { Metrics } from '@loci/runtime';
import type { RateLimiter } from '@loci/http';

/** Wraps a rate limiter, so that each rejection increments the metric `loci_rate_limited_total`. */
export const countRejections = (
  limiter: RateLimiter,
  { rateLimited }: Pick<Metrics, 'rateLimited'>,
): RateLimiter => ({
  consume: async (key, cost) => {
    const allowance = await limiter.consume(key, cost);
    if (!allowance.allowed) rateLimited.inc();
    return allowance;
  },
  close: () => limiter.close(),
});
