import { expect, test } from '@jest/globals';
import { createCollectionBody, searchParams } from './collection-settings.ts';

test('a Qdrant collection without settings has uncompressed vectors and the server defaults for shards', () => {
  expect(createCollectionBody(256, {})).toEqual({
    vectors: { text: { size: 256, distance: 'Cosine', on_disk: false } },
    hnsw_config: { m: 0, payload_m: 16, ef_construct: 200 },
  });
  expect(searchParams()).toEqual({ hnsw_ef: 256 });
});

test('a Qdrant collection with scalar quantization keeps int8 codes in memory and rescores from disk', () => {
  expect(createCollectionBody(256, { quantization: 'scalar' })).toMatchObject({
    vectors: { text: { on_disk: true } },
    quantization_config: { scalar: { type: 'int8', always_ram: true } },
  });
  expect(searchParams('scalar')).toMatchObject({ quantization: { rescore: true, oversampling: 2 } });
});

test('a Qdrant collection with binary quantization keeps bits in memory and rescores more candidates', () => {
  expect(createCollectionBody(256, { quantization: 'binary' })).toMatchObject({
    quantization_config: { binary: { always_ram: true } },
  });
  expect(searchParams('binary')).toMatchObject({ quantization: { rescore: true, oversampling: 4 } });
});

test('a Qdrant collection is created with the configured shards and copies', () => {
  const settings = { shardNumber: 6, replicationFactor: 3, writeConsistencyFactor: 2 };
  expect(createCollectionBody(256, settings)).toMatchObject({
    shard_number: 6,
    replication_factor: 3,
    write_consistency_factor: 2,
  });
});
