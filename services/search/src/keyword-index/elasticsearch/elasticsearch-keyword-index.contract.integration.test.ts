import { afterAll } from '@jest/globals';
import { createElasticsearchFixture } from '../../../test/elasticsearch.fixture.ts';
import { describeKeywordIndexContract } from '../keyword-index.contract.ts';

const underTest = createElasticsearchFixture();
afterAll(() => underTest.cleanUp());

describeKeywordIndexContract({ create: async () => underTest.create() });
