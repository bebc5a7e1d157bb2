import type { ExpectedMemory } from '../state/expected-state.ts';
import type { Position } from '../target.ts';
import { countFailure } from './run-state.ts';
import type { RunState } from './run-state.ts';

/** Sends one store request and records its result. @returns as `write` */
export const store = (state: RunState, memory: ExpectedMemory): Promise<number | undefined> =>
  write(state, memory, 0, () => state.target.store(memory));

/**
 * Sends one write request and records its result.
 *
 * @param text index of the text in `memory.texts`
 * @returns duration of the acknowledged request in milliseconds, or undefined if it was not acknowledged
 */
export async function write(
  state: RunState,
  memory: ExpectedMemory,
  text: number,
  send: () => Promise<Position>,
): Promise<number | undefined> {
  const { kills } = state;
  const writes = state.writes++;
  const sentAt = performance.now();
  state.writesInFlight++;
  try {
    const position = await send();
    const at = performance.now();
    state.expected.acknowledge(memory, { text, kills, writes, at, position });
    state.events.emit('acknowledged');
    return at - sentAt;
  } catch (error) {
    countFailure(state, error);
    return undefined;
  } finally {
    state.writesInFlight--;
  }
}
