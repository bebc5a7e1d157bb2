import { afterAll, expect, test } from '@jest/globals';
import { newId, unavailable } from '@loci/core';
import { realServers } from '@loci/testing/integration-engines';
import type { Embedder } from '../../embedding/embedder.ts';
import { exampleItem } from '../../items/item-index.contract.ts';
import { listCollections, removeCollections } from '../../../test/qdrant-collections.fixture.ts';
import { createQdrantVectorSpaces } from './qdrant-vector-spaces.ts';
import type { EmbeddingModel } from '../vector-space.ts';

const { qdrant } = realServers();
const collectionPrefix = `test-${newId()}`;
const neighbour = `${collectionPrefix}-2`;
afterAll(() => removeCollections(qdrant, [collectionPrefix, neighbour]));

/** All that a space needs to know of one; these tests embed nothing. */
function embedderNamed({ model, dimension }: EmbeddingModel): Embedder {
  const embed = (): Promise<never> => Promise.reject(unavailable(model));
  return { model, dimension, maxBatch: 1, embed, close: () => Promise.resolve() };
}

const former = { model: 'the/former', dimension: 4 };
const present = { model: 'the/former', dimension: 8 };

const openSpaces = (target: EmbeddingModel, prefix = collectionPrefix) =>
  createQdrantVectorSpaces({
    ...qdrant,
    collectionPrefix: prefix,
    embedder: embedderNamed(target),
    embedderFor: (model) => (model.model === former.model ? embedderNamed(model) : null),
  });

test('a former model’s vectors are found until they are discarded, and no other’s go with them', async () => {
  const tenant = newId();
  const item = exampleItem(tenant);
  const [small, large] = [new Float32Array(4).fill(1), new Float32Array(8).fill(1)];

  const before = openSpaces(former);
  await before.target.index.upsert([{ ...item, vector: small }]);
  await before.close();
  const other = openSpaces(former, neighbour);
  await other.target.index.upsert([{ ...item, vector: small }]);

  const spaces = openSpaces(present);
  await spaces.target.index.upsert([{ ...item, vector: large }]);
  const space = spaces.open(former)!;
  expect(space.embedder).toMatchObject(former);
  expect(await space.index.search(tenant, { vector: small, limit: 5 })).toHaveLength(1);
  expect(spaces.open({ model: 'never configured', dimension: 4 })).toBeNull();

  await spaces.deleteOthers();
  await spaces.deleteOthers();
  expect(await listCollections(qdrant, [collectionPrefix])).toEqual([expect.stringMatching(/\.8\.1$/)]);
  expect(await spaces.target.index.search(tenant, { vector: large, limit: 5 })).toHaveLength(1);
  expect(await other.target.index.search(tenant, { vector: small, limit: 5 })).toHaveLength(1);
  await Promise.all([spaces.close(), other.close()]);
  await expect(space.index.count(tenant)).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
});
