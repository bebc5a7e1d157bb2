/** Runs works of the same key one after the other, in the order of the calls; of different keys at once. */
export type OneAtATime = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function createOneAtATime(): OneAtATime {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const running = (last.get(key) ?? Promise.resolve()).then(work);
    const settled: Promise<unknown> = running
      .catch(() => undefined)
      .finally(() => {
        if (last.get(key) === settled) last.delete(key);
      });
    last.set(key, settled);
    return running;
  };
}
