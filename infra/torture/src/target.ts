/**
 * Opaque token of a write. A search with the token reports whether its results include the write and all earlier ones.
 * Undefined if the server has no positions.
 */
export type Position = string | undefined;

/** A memory that the test stores. */
export interface NewMemory {
  /** Unique word at the start of each text of the memory. */
  marker: string;
  text: string;
  /** Idempotency key. Every repetition of the store has the same key. */
  key: string;
}

/** A change of the text of an acknowledged memory. */
export interface Update {
  marker: string;
  text: string;
  /** Idempotency key. Every repetition of the update has the same key. */
  key: string;
}

export interface SearchAnswer {
  /** Texts of the results. */
  texts: readonly string[];
  /** False if the server reports that the results do not reflect recent changes, or are degraded. */
  complete: boolean;
  /** Only for a search with a position: false if the server reports that the results may lack changes up to it. */
  fresh?: boolean;
}

/** Thrown by a search whose position the server does not accept. */
export class RejectedPositionError extends Error {
  override readonly name = 'RejectedPositionError';
}

/**
 * Rule of a server's documentation about acknowledged memories that a search must find. A limit that the
 * documentation does not mention is Infinity or false.
 */
export interface VisibilityPromise {
  /** True if the promise covers only memories that the same server process acknowledged. */
  endsWithProcess: boolean;
  /** Number of the user's latest writes that the promise covers. */
  latestWrites: number;
  /** Age of a write in milliseconds up to which the promise covers the write. */
  maxAgeMs: number;
}

/** Memory server under test. The data is kept from `start` to `start`, and deleted by `close`. */
export interface Target {
  name: string;
  promise: VisibilityPromise;
  /** Starts or restarts the server. Resolves when the server is ready. @throws Error if it ends before */
  start(): Promise<void>;
  /** Kills the server with SIGKILL, also during `start`. Resolves when the process has ended. */
  kill(): Promise<void>;
  /** Stops the server in any state and deletes its data. */
  close(): Promise<void>;
  /** Stores a memory. Resolves to the position of the write if the server acknowledged it. @throws Error otherwise */
  store(memory: NewMemory): Promise<Position>;
  /**
   * Replaces the text of an acknowledged memory. Resolves to the position of the write if the server acknowledged the
   * update. Missing if a repeated store of the server replaces the text of an update.
   *
   * @throws Error without an acknowledgment
   */
  update?(update: Update): Promise<Position>;
  /**
   * Searches for a memory by its marker.
   *
   * @param position position of a write that the results must include to be fresh
   * @throws RejectedPositionError if the server does not accept the position; Error without a successful response
   */
  find(marker: string, position?: Position): Promise<SearchAnswer>;
  /** Returns the texts of all stored memories. @throws Error without a successful response */
  list(): AsyncIterable<string>;
}
