import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { PlannedKill } from '../plan-kills.ts';
import type { RunState } from './run-state.ts';

const PHASE_TIMEOUT_MS = 5_000;
const POLL_MS = 1;

/** Kills and restarts the server in the planned order until `durationMs` is over. */
export async function runKiller(
  state: RunState,
  plan: Iterable<PlannedKill>,
  durationMs: number,
): Promise<void> {
  const endsAt = performance.now() + durationMs;
  for (const { afterMs, phase, startMs } of plan) {
    await wait(Math.max(0, Math.min(afterMs, endsAt - performance.now())));
    if (performance.now() >= endsAt) return;
    if (phase === 'after an acknowledgment') await nextAcknowledgment(state);
    else await untilWriteInFlight(state);
    await kill(state);
    if (phase === 'during a start') {
      // The kill ends the start with an error, unless the server was ready before.
      const starting = state.target.start().catch(() => undefined);
      await wait(startMs);
      await kill(state);
      await starting;
    }
    await state.target.start();
  }
}

/** Kills the server. The number of kills increases when the process has ended. */
export async function kill(state: RunState): Promise<void> {
  await state.target.kill();
  state.kills++;
}

async function nextAcknowledgment(state: RunState): Promise<void> {
  await once(state.events, 'acknowledged', { signal: AbortSignal.timeout(PHASE_TIMEOUT_MS) }).catch(() => []);
}

/** Waits until a store request is in flight, at most 5 seconds. */
export async function untilWriteInFlight(state: RunState): Promise<void> {
  const endsAt = performance.now() + PHASE_TIMEOUT_MS;
  while (state.writesInFlight === 0 && performance.now() < endsAt) await wait(POLL_MS);
}
