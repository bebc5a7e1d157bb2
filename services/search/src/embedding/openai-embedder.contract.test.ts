import { afterAll, beforeAll } from '@jest/globals';
import { startEmbeddingEndpoint, type EmbeddingEndpoint } from '../../test/embedding-endpoint.fixture.ts';
import { describeEmbedderContract } from './embedder.contract.ts';
import { createOpenAiEmbedder } from './openai-embedder.ts';

const DIMENSION = 32;
let endpoint: EmbeddingEndpoint;
beforeAll(async () => {
  endpoint = await startEmbeddingEndpoint(DIMENSION);
});
afterAll(() => endpoint.close());

describeEmbedderContract({
  create: async () =>
    createOpenAiEmbedder({ baseUrl: endpoint.baseUrl, model: 'letters', dimension: DIMENSION, maxBatch: 64 }),
  unknownText: ' \n ',
});
