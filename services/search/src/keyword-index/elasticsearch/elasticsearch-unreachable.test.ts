import { expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { createElasticsearchKeywordIndex } from './elasticsearch-keyword-index.ts';

test('a server that refuses connections is given up long before a search would be: it goes on without', async () => {
  const index = createElasticsearchKeywordIndex({ url: 'http://127.0.0.1:9', indexPrefix: 'test' });
  const startedAt = performance.now();
  await expect(index.search(newId(), { query: 'tea', limit: 1 })).rejects.toMatchObject({
    code: 'SYS_SERVICE_UNAVAILABLE',
  });
  // With the client's own pause it takes a second at the least.
  expect(performance.now() - startedAt).toBeLessThan(900);
  await index.close();
});
