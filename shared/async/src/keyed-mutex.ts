import { Mutex } from 'async-mutex';

export interface KeyedMutex {
  /** Runs `work` once all earlier calls with the same key have settled. Returns its result or its rejection. */
  runExclusive<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** Creates a mutex with one lock per key. A key without running or waiting work uses no memory. */
export function createKeyedMutex(): KeyedMutex {
  const mutexes = new Map<string, { mutex: Mutex; users: number }>();
  return {
    async runExclusive(key, work) {
      const entry = mutexes.get(key) ?? { mutex: new Mutex(), users: 0 };
      mutexes.set(key, entry);
      entry.users += 1;
      try {
        return await entry.mutex.runExclusive(work);
      } finally {
        entry.users -= 1;
        if (entry.users === 0) mutexes.delete(key);
      }
    },
  };
}
