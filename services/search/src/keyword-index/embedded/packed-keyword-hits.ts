import { unpackIds } from '../../embedded-storage/packed-ids.ts';
import type { PackedIds } from '../../embedded-storage/packed-ids.ts';
import type { KeywordHit } from '../keyword-index.ts';

/** Keyword hits in the columnar form in which they are sent between threads. */
export interface PackedKeywordHits {
  ids: PackedIds;
  scores: Float64Array;
  /** Importance of each hit, NaN for null. */
  importance: Float64Array;
  createdAtMs: Float64Array;
  words: Uint16Array;
  traits: Uint8Array;
  /** For each hit, 1 if it belongs to a conversation, otherwise 0. */
  inConversation: Uint8Array;
}

export const NO_HITS: PackedKeywordHits = {
  ids: '',
  scores: new Float64Array(),
  importance: new Float64Array(),
  createdAtMs: new Float64Array(),
  words: new Uint16Array(),
  traits: new Uint8Array(),
  inConversation: new Uint8Array(),
};

export function unpackHits({ ids, ...columns }: PackedKeywordHits): KeywordHit[] {
  const { scores, importance, createdAtMs, words, traits, inConversation } = columns;
  return unpackIds(ids).map((id, i) => ({
    id,
    score: scores[i]!,
    importance: Number.isNaN(importance[i]) ? null : importance[i]!,
    createdAtMs: createdAtMs[i]!,
    words: words[i]!,
    traits: traits[i]!,
    inConversation: inConversation[i] === 1,
  }));
}
