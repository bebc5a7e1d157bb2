import { expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { createElasticsearchKeywordIndex } from './elasticsearch-keyword-index.ts';

test('an Elasticsearch server that refuses connections is reported as unavailable in less than a second', async () => {
  const index = createElasticsearchKeywordIndex({ url: 'http://127.0.0.1:9', indexPrefix: 'test' });
  const startedAt = performance.now();
  await expect(index.search(newId(), { query: 'tea', limit: 1 })).rejects.toMatchObject({
    code: 'SYS_SERVICE_UNAVAILABLE',
  });
  // With the client's default retry backoff, the search would take at least a second.
  expect(performance.now() - startedAt).toBeLessThan(900);
  await index.close();
});
