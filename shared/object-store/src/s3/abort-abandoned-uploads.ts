export interface AbandonedUpload {
  key: string;
  uploadId: string;
}

export interface AbandonedUploads {
  /** Aborts it, again and again while the store does not answer, so that nobody pays for its parts. */
  add(upload: AbandonedUpload): void;
  /** Waits for the aborts that are under way, and tries no further. */
  close(): Promise<void>;
}

export function abortAbandonedUploads(
  abort: (upload: AbandonedUpload) => Promise<void>,
  againAfterMs: number,
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
        }, againAfterMs).unref();
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
