import { afterAll } from '@jest/globals';
import { newId } from '@loci/core';
import { integrationEngines } from '@loci/testing/integration-engines';
import { removeCollections } from '../../../test/qdrant-collections.fixture.ts';
import { CONTRACT_DIMENSION, describeVectorIndexContract } from '../vector-index.contract.ts';
import { createQdrantVectorIndex } from './qdrant-vector-index.ts';

const { qdrant } = integrationEngines();
const prefixes: string[] = [];
afterAll(() => removeCollections(qdrant, prefixes));

describeVectorIndexContract({
  create: async () => {
    const collectionPrefix = `contract-${newId()}`;
    prefixes.push(collectionPrefix);
    return createQdrantVectorIndex({
      ...qdrant,
      collectionPrefix,
      model: 'contract/model',
      dimension: CONTRACT_DIMENSION,
    });
  },
});
