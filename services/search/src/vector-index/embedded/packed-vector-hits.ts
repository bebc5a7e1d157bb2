import { unpackIds } from '../../embedded-storage/packed-ids.ts';
import type { PackedIds } from '../../embedded-storage/packed-ids.ts';
import type { VectorHit } from '../vector-index.ts';

/** Hits on their way between threads. */
export interface PackedHits {
  ids: PackedIds;
  scores: Float64Array;
}

export const NO_HITS: PackedHits = { ids: '', scores: new Float64Array() };

export const unpackHits = ({ ids, scores }: PackedHits): VectorHit[] =>
  unpackIds(ids).map((id, i) => ({ id, score: scores[i]! }));
