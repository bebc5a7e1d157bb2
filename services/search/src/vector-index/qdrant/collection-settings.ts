import type { Schemas } from '@qdrant/js-client-rest';

export type Quantization = 'none' | 'scalar' | 'binary';

/** Settings of new collections. An existing collection gets changed settings when it is rebuilt. */
export interface CollectionSettings {
  /**
   * Compression of the vectors in memory. `scalar` uses one byte per dimension. `binary` uses one bit per
   * dimension and suits models with at least 1,024 dimensions. The best hits are rescored with the full
   * vectors, which are read from disk. Default `none`.
   */
  quantization?: Quantization | undefined;
  /** Number of shards. Default: one per node of the cluster. */
  shardNumber?: number | undefined;
  /** Number of copies of each shard. Default 1. */
  replicationFactor?: number | undefined;
  /** Number of copies that must confirm a write. Default 1. */
  writeConsistencyFactor?: number | undefined;
}

/**
 * Name of the vector of a point. The vector is named, because only named vectors are optional: some items and
 * all tombstones have no vector.
 */
export const VECTOR_NAME = 'text';

export function createCollectionBody(
  dimension: number,
  settings: CollectionSettings,
): Schemas['CreateCollection'] {
  const { quantization = 'none', shardNumber, replicationFactor, writeConsistencyFactor } = settings;
  const quantizationConfig = QUANTIZATION_CONFIGS[quantization];
  return {
    vectors: {
      [VECTOR_NAME]: { size: dimension, distance: 'Cosine', on_disk: quantization !== 'none' },
    },
    // Qdrant builds one HNSW graph per tenant and no global graph, because no search crosses tenants.
    hnsw_config: { m: 0, payload_m: 16, ef_construct: 200 },
    ...(quantizationConfig && { quantization_config: quantizationConfig }),
    ...(shardNumber !== undefined && { shard_number: shardNumber }),
    ...(replicationFactor !== undefined && { replication_factor: replicationFactor }),
    ...(writeConsistencyFactor !== undefined && { write_consistency_factor: writeConsistencyFactor }),
  };
}

const QUANTIZATION_CONFIGS: Record<Quantization, Schemas['QuantizationConfig'] | null> = {
  none: null,
  scalar: { scalar: { type: 'int8', quantile: 0.99, always_ram: true } },
  binary: { binary: { always_ram: true } },
};

/**
 * Number of candidates that are rescored, as a multiple of the maximum number of hits. Binary codes are less
 * precise and need more candidates.
 */
const OVERSAMPLING: Record<Quantization, number | null> = { none: null, scalar: 2, binary: 4 };

/** Size of the candidate list during HNSW search. Above Qdrant's default of 100, for a recall@10 of at least 99 %. */
const HNSW_EF = 256;

export function searchParams(quantization: Quantization = 'none'): Schemas['SearchParams'] {
  const oversampling = OVERSAMPLING[quantization];
  return {
    hnsw_ef: HNSW_EF,
    ...(oversampling !== null && { quantization: { rescore: true, oversampling } }),
  };
}

/** Indexes of all fields that filters use. A server in strict mode rejects filters on other fields. */
export const PAYLOAD_INDEXES: Readonly<Record<string, Schemas['PayloadFieldSchema']>> = {
  tenant_id: { type: 'keyword', is_tenant: true },
  revision: { type: 'integer', lookup: false, range: true, enable_hnsw: false },
  removed: { type: 'bool', enable_hnsw: false },
  source_type: 'keyword',
  memory_type: 'keyword',
  importance: 'float',
  user_id: 'keyword',
  document_id: 'keyword',
  tags: 'keyword',
  created_at_ms: { type: 'integer', lookup: false, range: true },
  valid_from_ms: { type: 'integer', lookup: false, range: true },
  valid_until_ms: { type: 'integer', lookup: false, range: true },
  expires_at_ms: { type: 'integer', lookup: false, range: true },
};
