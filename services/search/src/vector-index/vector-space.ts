import type { Embedder } from '../embedding/embedder.ts';
import type { VectorIndex } from './vector-index.ts';

/** What names a model, as far as its vectors are concerned. */
export interface EmbeddingModel {
  model: string;
  dimension: number;
}

/** A model and the index of its vectors: what one embeds, no other index understands. */
export interface VectorSpace {
  embedder: Embedder;
  index: VectorIndex;
}

/** The vector spaces that a deployment has or had. */
export interface VectorSpaces {
  /** That of the configured model: what is stored goes there. */
  readonly target: VectorSpace;
  /** That of a model that was configured before; null when nothing can embed with it any more. */
  open(model: EmbeddingModel): VectorSpace | null;
  /** Forgets the vectors of every model but the target's. Idempotent. */
  deleteOthers(): Promise<void>;
  /** Closes whatever was opened. */
  close(): Promise<void>;
}
