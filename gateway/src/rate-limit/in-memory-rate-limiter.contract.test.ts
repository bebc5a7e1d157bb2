import { createInMemoryRateLimiter } from '@loci/http';
import { describeRateLimiterContract } from './rate-limiter.contract.ts';

describeRateLimiterContract({
  create: (limit, now) => Promise.resolve(createInMemoryRateLimiter(limit, now)),
});
