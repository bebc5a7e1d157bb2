import { unpackIds } from '../../embedded-storage/packed-ids.ts';
import type { PackedIds } from '../../embedded-storage/packed-ids.ts';
import type { VectorHit } from '../vector-index.ts';

/** Vector hits in the columnar form in which they are sent between threads. */
export interface PackedVectorHits {
  ids: PackedIds;
  scores: Float64Array;
}

export const NO_HITS: PackedVectorHits = { ids: '', scores: new Float64Array() };

export const unpackHits = ({ ids, scores }: PackedVectorHits): VectorHit[] =>
  unpackIds(ids).map((id, i) => ({ id, score: scores[i]! }));
