import { EventEmitter } from 'node:events';
import type { ExpectedState } from '../state/expected-state.ts';
import type { Target } from '../target.ts';

/** State that the writers, readers, retriers and the killer share. */
export interface RunState {
  target: Target;
  expected: ExpectedState;
  /** Emits `acknowledged` after each acknowledgment. */
  events: EventEmitter<{ acknowledged: [] }>;
  /** Aborted when the load must end. */
  stopping: AbortSignal;
  kills: number;
  /** Number of stores and updates that were sent. */
  writes: number;
  writesInFlight: number;
  searches: number;
  /** Numbers of answers to searches with a position. */
  positioned: PositionedAnswers;
  /** Durations of the writers' acknowledged requests in milliseconds. */
  latenciesMs: number[];
  /** Numbers of requests without a successful response, by reason. */
  failures: Map<string, number>;
}

export interface PositionedAnswers {
  total: number;
  /** Answers that the server marked as fresh. */
  fresh: number;
  /** Answers that the server marked as fresh, with the position of a write before the latest kill. */
  freshAfterKill: number;
}

export function createRunState(target: Target, expected: ExpectedState, stopping: AbortSignal): RunState {
  return {
    target,
    expected,
    events: new EventEmitter(),
    stopping,
    kills: 0,
    writes: 0,
    writesInFlight: 0,
    searches: 0,
    positioned: { total: 0, fresh: 0, freshAfterKill: 0 },
    latenciesMs: [],
    failures: new Map(),
  };
}

const MAX_REASONS = 20;
const MAX_REASON_CHARACTERS = 120;

/** Counts a request without a successful response. */
export function countFailure(state: RunState, error: unknown): void {
  const { code } = error as { code?: unknown };
  const message = error instanceof Error ? error.message : String(error);
  // The JSON body of a response contains a request id, which would separate equal reasons.
  const withoutBody = message.replace(/: \{.*$/s, '');
  const reason = (typeof code === 'string' ? code : withoutBody).slice(0, MAX_REASON_CHARACTERS);
  const isFull = state.failures.size >= MAX_REASONS && !state.failures.has(reason);
  const counted = isFull ? 'other reasons' : reason;
  state.failures.set(counted, (state.failures.get(counted) ?? 0) + 1);
}
