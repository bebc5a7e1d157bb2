/**
 * Converts texts to vectors whose cosine similarity expresses how similar their meanings are.
 *
 * Deterministic: a text has the same vector alone and in a batch. Vectors have length 1. The result is null
 * for a text that the model has no vector for, for example a text without known words. It is not a zero
 * vector, because a zero vector would be equally near to every vector.
 *
 * @see docs/reference/search.md#embedding-model
 */
export interface Embedder {
  /** Name of the model. Vectors of different models cannot be compared. */
  readonly model: string;
  readonly dimension: number;
  /** Maximum number of texts per call. */
  readonly maxBatch: number;

  /**
   * Embeds texts. Returns one vector or null per text, in the order of the texts.
   *
   * @throws VAL_FIELD_INVALID for more than `maxBatch` texts, or if the model rejects a text
   * @throws SYS_SERVICE_UNAVAILABLE if the model is unreachable or does not return a valid response in time
   * @throws the reason of the signal after it was aborted
   */
  embed(
    texts: readonly string[],
    options?: { signal?: AbortSignal | undefined },
  ): Promise<(Float32Array | null)[]>;

  /**
   * Returns the share of the letters and digits of a text that belong to words which the model knows, 0 to 1. Less than .5
   * if the model does not know the language of the text. 1 for a text without words. Absent if it is unknown.
   *
   * @see docs/reference/search.md#known-share
   */
  knownShare?(text: string): number;

  /** Releases connections. Later calls of `embed` throw SYS_SERVICE_UNAVAILABLE. Idempotent. */
  close(): Promise<void>;
}
