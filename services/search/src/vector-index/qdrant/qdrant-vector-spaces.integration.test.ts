import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId, unavailable } from '@loci/core';
import { integrationEngines } from '@loci/testing/integration-engines';
import { listCollections, removeCollections } from '../../../test/qdrant-collections.fixture.ts';
import type { Embedder } from '../../embedding/embedder.ts';
import { exampleItem } from '../../items/item-index.contract.ts';
import type { VectorIndex } from '../vector-index.ts';
import type { EmbeddingModel, VectorSpaces } from '../vector-space.ts';
import { createQdrantVectorSpaces } from './qdrant-vector-spaces.ts';

const { qdrant } = integrationEngines();
const collectionPrefix = `test-${newId()}`;
/**
 * Prefix of another deployment. It starts with `collectionPrefix`, so deletion by prefix alone would match
 * both.
 */
const otherPrefix = `${collectionPrefix}-2`;
afterAll(() => removeCollections(qdrant, [collectionPrefix, otherPrefix]));

/** Creates an embedder that the tests never call. */
function embedderNamed({ model, dimension }: EmbeddingModel): Embedder {
  const embed = (): Promise<never> => Promise.reject(unavailable(model));
  return { model, dimension, maxBatch: 1, embed, close: () => Promise.resolve() };
}

const previous = { model: 'the/model', dimension: 4 };
const configured = { model: 'the/model', dimension: 8 };
const smallVector = new Float32Array(4).fill(1);
const largeVector = new Float32Array(8).fill(1);

const openSpaces = (target: EmbeddingModel, prefix = collectionPrefix) =>
  createQdrantVectorSpaces({
    ...qdrant,
    collectionPrefix: prefix,
    embedder: embedderNamed(target),
    embedderFor: (model) => (model.model === previous.model ? embedderNamed(model) : null),
  });

describe('Qdrant vector spaces after the configured model changed', () => {
  const tenant = newId();
  const item = exampleItem(tenant);
  let spaces: VectorSpaces;
  let otherDeployment: VectorSpaces;
  beforeAll(async () => {
    const before = openSpaces(previous);
    await before.target.index.upsert([{ ...item, vector: smallVector }]);
    await before.close();
    otherDeployment = openSpaces(previous, otherPrefix);
    await otherDeployment.target.index.upsert([{ ...item, vector: smallVector }]);
    spaces = openSpaces(configured);
    await spaces.target.index.upsert([{ ...item, vector: largeVector }]);
  });
  afterAll(() => Promise.all([spaces.close(), otherDeployment.close()]));

  const search = (index: VectorIndex, vector: Float32Array) => index.search(tenant, { vector, limit: 5 });

  test('find the vectors of the previous model', async () => {
    const space = spaces.open(previous)!;
    expect(space.embedder).toMatchObject(previous);
    expect(await search(space.index, smallVector)).toHaveLength(1);
  });

  test('return null for a model that has no embedder', () => {
    expect(spaces.open({ model: 'never configured', dimension: 4 })).toBeNull();
  });

  test('delete the vectors of other models, but not those of other deployments', async () => {
    await spaces.deleteOthers();
    // The second call checks that deletion is idempotent.
    await spaces.deleteOthers();
    expect(await listCollections(qdrant, [collectionPrefix])).toEqual([expect.stringMatching(/\.8\.1$/)]);
    expect(await search(spaces.target.index, largeVector)).toHaveLength(1);
    expect(await search(otherDeployment.target.index, smallVector)).toHaveLength(1);
  });

  test('close the indexes of all opened spaces', async () => {
    const closing = openSpaces(configured);
    const space = closing.open(previous)!;
    await closing.close();
    await expect(space.index.count(tenant)).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
  });
});
