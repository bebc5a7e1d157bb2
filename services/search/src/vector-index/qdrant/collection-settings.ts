import type { Schemas } from '@qdrant/js-client-rest';

export type Quantization = 'none' | 'scalar' | 'binary';

/** How collections are laid out; an existing one takes new settings at its next rebuild. */
export interface CollectionSettings {
  /**
   * `scalar`: one byte per dimension in memory; `binary`: one bit, for models of at least 1,024 dimensions. The full
   * vectors are then read from disk for the best hits only, so scores stay exact. Default `none`.
   */
  quantization?: Quantization | undefined;
  /** Default: one for each node of the cluster. */
  shardNumber?: number | undefined;
  /** Copies of each shard. Default 1. */
  replicationFactor?: number | undefined;
  /** Copies that have to confirm a write. Default 1. */
  writeConsistencyFactor?: number | undefined;
}

/** A named vector, because a point may go without it: tombstones do, and items that have none. */
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
    // One graph per tenant and none over all: no search crosses tenants.
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

// One bit says less than one byte, so more candidates are looked at in full.
const OVERSAMPLING: Record<Quantization, number | null> = { none: null, scalar: 2, binary: 4 };

/** Candidates of the graph that are compared: above Qdrant's own 100, for at least 99 % of the ten true nearest. */
const SEARCH_WIDTH = 256;

export function searchParams(quantization: Quantization = 'none'): Schemas['SearchParams'] {
  const oversampling = OVERSAMPLING[quantization];
  return {
    hnsw_ef: SEARCH_WIDTH,
    ...(oversampling !== null && { quantization: { rescore: true, oversampling } }),
  };
}

/** Every field that a filter names: a server in strict mode refuses filters on others. */
export const PAYLOAD_INDEXES: Readonly<Record<string, Schemas['PayloadFieldSchema']>> = {
  tenant_id: { type: 'keyword', is_tenant: true },
  revision: { type: 'integer', lookup: false, range: true, enable_hnsw: false },
  removed: { type: 'bool', enable_hnsw: false },
  source_type: 'keyword',
  memory_type: 'keyword',
  importance: 'float',
  user_id: 'keyword',
  tags: 'keyword',
  created_at_ms: { type: 'integer', lookup: false, range: true },
};
