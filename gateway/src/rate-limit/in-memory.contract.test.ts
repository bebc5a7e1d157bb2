import { inMemoryRateLimiter } from './in-memory.ts';
import { describeRateLimiterContract } from './rate-limiter.contract.ts';

describeRateLimiterContract({ create: (limit, now) => Promise.resolve(inMemoryRateLimiter(limit, now)) });
