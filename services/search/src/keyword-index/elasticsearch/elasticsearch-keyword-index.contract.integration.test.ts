import { afterAll } from '@jest/globals';
import { elasticsearchUnderTest } from '../../../test/elasticsearch.fixture.ts';
import { describeKeywordIndexContract } from '../keyword-index.contract.ts';

const underTest = elasticsearchUnderTest();
afterAll(() => underTest.end());

describeKeywordIndexContract({ create: async () => underTest.create() });
