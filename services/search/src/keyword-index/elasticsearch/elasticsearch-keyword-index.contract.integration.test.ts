import { afterAll } from '@jest/globals';
import { createElasticsearchFixture } from '../../../test/elasticsearch.fixture.ts';
import { describeKeywordIndexContract } from '../keyword-index.contract.ts';

const fixture = createElasticsearchFixture();
afterAll(() => fixture.cleanUp());

describeKeywordIndexContract({ create: async () => fixture.create() });
