import { setTimeout as wait } from 'node:timers/promises';
import { RejectedPositionError } from '../src/target.ts';
import type { NewMemory, Target } from '../src/target.ts';

export interface Faults {
  /** Acknowledges every tenth memory without storing it. */
  loses?: boolean;
  /** Acknowledges every fifth update without applying it. */
  losesUpdates?: boolean;
  /** Stores every tenth memory again if its store is repeated, at most once for each memory. */
  duplicates?: boolean;
  /** Omits every tenth memory from the answer to the first search for it. */
  servesStaleAnswers?: boolean;
  /** Marks the stale answers as incomplete. */
  marksStaleAnswers?: boolean;
  /** Marks the stale answers to searches with a position as fresh. */
  claimsFreshness?: boolean;
  /** Rejects positions of writes before the latest start. */
  rejectsEarlierPositions?: boolean;
  /** Never finds the memories that it omitted once. */
  staysStale?: boolean;
}

export interface FakeTarget extends Target {
  /** Numbers of faults that the target caused. */
  planted: { lost: number; duplicated: number; stale: number };
  starts: number;
  /** Fails every start after this number of starts. */
  maxStarts: number;
}

const RESPONSE_MS = 2;

/** Memory server in this process. Its stored memories survive a kill, and requests in flight fail. */
export function createFakeTarget(faults: Faults = {}): FakeTarget {
  const stored = new Map<string, string[]>();
  const omitted = new Set<string>();
  let running = 0;
  let isRunning = false;
  let isListed = false;

  /** Runs an operation, which receives false and fails if the server was killed since the request. */
  async function respond<T>(operation: (isAnswered: boolean) => T): Promise<T> {
    const process = running;
    if (!isRunning) throw new Error('not running');
    await wait(RESPONSE_MS);
    const isAnswered = isRunning && process === running;
    const result = operation(isAnswered);
    if (!isAnswered) throw new Error('killed');
    return result;
  }

  const keys = new Map<string, string>();
  let updates = 0;
  const isPlanted = (key: string, digit: number) => Number(key.split('-').at(-1)) % 10 === digit;

  const target: FakeTarget = {
    name: 'fake',
    promise: { endsWithProcess: false, latestWrites: Infinity, maxAgeMs: Infinity },
    planted: { lost: 0, duplicated: 0, stale: 0 },
    starts: 0,
    maxStarts: Infinity,
    start: async () => {
      if (++target.starts > target.maxStarts) throw new Error('The server does not start.');
      running++;
      isRunning = true;
      await wait(RESPONSE_MS);
    },
    kill: async () => {
      isRunning = false;
    },
    close: async () => {
      isRunning = false;
    },
    store: (memory: NewMemory) =>
      respond((isAnswered) => {
        keys.set(memory.marker, memory.key);
        // A memory in flight during a kill is stored without an acknowledgment.
        const objects = stored.get(memory.key);
        if (objects === undefined) {
          const isLost = faults.loses === true && isPlanted(memory.key, 3) && isAnswered;
          if (isLost) target.planted.lost++;
          stored.set(memory.key, isLost ? [] : [memory.text]);
        } else if (faults.duplicates === true && isPlanted(memory.key, 5) && objects.length === 1) {
          objects.push(memory.text);
          target.planted.duplicated++;
        }
        return String(running);
      }),
    update: ({ marker, text }) =>
      respond((isAnswered) => {
        const objects = stored.get(keys.get(marker)!)!;
        const isLost = faults.losesUpdates === true && isAnswered && ++updates % 5 === 0;
        if (!isLost && objects.length > 0) objects[0] = text;
        return String(running);
      }),
    find: (marker, position) =>
      respond((isAnswered) => {
        if (faults.rejectsEarlierPositions === true && Number(position ?? running) < running) {
          throw new RejectedPositionError('The position is of an earlier start.');
        }
        const freshness = (fresh: boolean) => (position === undefined ? {} : { fresh });
        const key = keys.get(marker)!;
        const canOmit = faults.servesStaleAnswers === true && isAnswered && isPlanted(key, 7);
        if (canOmit && (faults.staysStale === true || !isListed) && !omitted.has(key)) {
          omitted.add(key);
          target.planted.stale++;
          const isMarked = faults.marksStaleAnswers === true;
          return {
            texts: [],
            complete: !isMarked,
            ...freshness(!isMarked || faults.claimsFreshness === true),
          };
        }
        const isHidden = faults.staysStale === true && omitted.has(key);
        const texts = isHidden ? [] : [...(stored.get(key) ?? [])];
        return { texts, complete: true, ...freshness(true) };
      }),
    list: async function* () {
      isListed = true;
      for (const texts of stored.values()) yield* texts;
    },
  };
  return target;
}
