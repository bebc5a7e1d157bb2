import { createInMemoryRateLimiter } from './in-memory-rate-limiter.ts';
import { describeRateLimiterContract } from './rate-limiter.contract.ts';

describeRateLimiterContract({
  create: (limit, now) => Promise.resolve(createInMemoryRateLimiter(limit, now)),
});
