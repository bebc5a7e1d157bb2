import { expect, test } from '@jest/globals';
import { createMetrics } from '@loci/runtime';
import { countRejections } from './count-rejections.ts';
import { createInMemoryRateLimiter } from '@loci/http';

test('loci_rate_limited_total counts only rejected requests', async () => {
  const metrics = createMetrics('test');
  const limiter = countRejections(createInMemoryRateLimiter(2), metrics);
  for (let i = 0; i < 5; i++) await limiter.consume('key');
  expect(await metrics.registry.metrics()).toMatch(/^loci_rate_limited_total\S* 3$/m);
  await limiter.close();
});
