import { afterAll } from '@jest/globals';
import { createElasticsearchKeywordIndex } from './elasticsearch.ts';
import { describeKeywordIndexContract } from './keyword-index.contract.ts';
import { elasticsearchUnderTest } from './elasticsearch/elasticsearch-under-test.fixture.ts';

const underTest = elasticsearchUnderTest();
afterAll(() => underTest.removeIndexes());

describeKeywordIndexContract({
  create: async () => createElasticsearchKeywordIndex(underTest.options()),
});
