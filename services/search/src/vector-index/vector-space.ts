import type { Embedder } from '../embedding/embedder.ts';
import type { VectorIndex } from './vector-index.ts';

/** Identifies an embedding model. Vectors of different models or dimensions cannot be compared. */
export interface EmbeddingModel {
  model: string;
  dimension: number;
}

/** An embedder and the index of the vectors that it produced. */
export interface VectorSpace {
  embedder: Embedder;
  index: VectorIndex;
}

/** The vector spaces of the configured model and of previously configured ones. */
export interface VectorSpaces {
  /** The space of the configured model. All items are embedded with this model. */
  readonly target: VectorSpace;
  /** Opens the space of a previously configured model. Returns null if its embedder is no longer available. */
  open(model: EmbeddingModel): VectorSpace | null;
  /** Deletes the vectors of all models except the target. Idempotent. */
  deleteOthers(): Promise<void>;
  /** Closes all opened spaces, their embedders and indexes. */
  close(): Promise<void>;
}
