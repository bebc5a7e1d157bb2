import type { ExpectedMemory } from '../state/expected-state.ts';
import { countFailure } from './run-state.ts';
import type { RunState } from './run-state.ts';

/**
 * Sends one store request and records its result.
 *
 * @returns duration of the acknowledged request in milliseconds, or undefined if it was not acknowledged
 */
export async function store(state: RunState, memory: ExpectedMemory): Promise<number | undefined> {
  const { kills } = state;
  const writes = state.writes++;
  const sentAt = performance.now();
  state.writesInFlight++;
  try {
    await state.target.store(memory);
    const at = performance.now();
    state.expected.acknowledge(memory, { kills, writes, at });
    state.events.emit('acknowledged');
    return at - sentAt;
  } catch (error) {
    countFailure(state, error);
    return undefined;
  } finally {
    state.writesInFlight--;
  }
}
