/** Multipart upload that will not be completed. */
export interface AbandonedUpload {
  key: string;
  uploadId: string;
}

export interface AbandonedUploads {
  /**
   * Aborts the upload in the background. Retries until the abort succeeds, because stored parts use storage.
   */
  add(upload: AbandonedUpload): void;
  /** Waits for running aborts and stops retrying. */
  close(): Promise<void>;
}

/**
 * Aborts abandoned multipart uploads.
 *
 * @param abort aborts one upload; must be idempotent
 * @param retryDelayMs milliseconds between two attempts
 */
export function abortAbandonedUploads(
  abort: (upload: AbandonedUpload) => Promise<void>,
  retryDelayMs: number,
): AbandonedUploads {
  const running = new Set<Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();
  let closed = false;

  function attempt(upload: AbandonedUpload): void {
    const run = abort(upload)
      .catch(() => {
        if (closed) return;
        const timer = setTimeout(() => {
          timers.delete(timer);
          attempt(upload);
        }, retryDelayMs).unref();
        timers.add(timer);
      })
      .finally(() => running.delete(run));
    running.add(run);
  }

  return {
    add: attempt,
    close: async () => {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
