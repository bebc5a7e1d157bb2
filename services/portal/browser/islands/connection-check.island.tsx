import { useEffect, useState } from 'preact/hooks';
import { findNewConnection, loadConnectionState } from '../connect/connection-state.ts';
import type { NewConnection } from '../connect/connection-state.ts';
import { errorMessage } from '../loci.ts';
import { mountIsland } from '../mount-island.ts';
import { formatTime } from '../page/local-times.ts';
import { texts } from '../texts.ts';

const FIRST_INTERVAL_MS = 2_000;
const MAX_INTERVAL_MS = 15_000;
const BACKOFF = 1.25;
/** Time after which the check stops, so that a forgotten page sends no requests. */
const MAX_DURATION_MS = 10 * 60_000;

type State =
  | { kind: 'waiting' }
  | { kind: 'stopped' }
  | { kind: 'failed'; message: string }
  | { kind: 'found'; connection: NewConnection };

/** Polls the credentials of the user until an assistant calls its first tool with a new connection. */
function ConnectionCheck() {
  const [state, setState] = useState<State>({ kind: 'waiting' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const abort = new AbortController();
    setState({ kind: 'waiting' });
    const onFound = (connection: NewConnection): void => setState({ kind: 'found', connection });
    void watchConnections(abort.signal, onFound).then(
      (hasFound) => {
        if (!hasFound) setState({ kind: 'stopped' });
      },
      (error: unknown) => {
        const message = errorMessage(error);
        if (message !== null) setState({ kind: 'failed', message });
      },
    );
    return () => abort.abort();
  }, [attempt]);

  const { check } = texts.connect;
  if (state.kind === 'found') {
    const { kind, name, firstToolCallAt } = state.connection;
    return (
      <div class="note good" role="status">
        <strong>{kind === 'application' ? check.signedIn(name) : check.keyUsed(name)}</strong>
        <br />
        {firstToolCallAt !== null && (
          <>
            {check.firstToolCall} <time dateTime={firstToolCallAt}>{formatTime(firstToolCallAt)}</time>
          </>
        )}
        {firstToolCallAt === null && (kind === 'application' ? check.waitingForCall : check.ask)}
      </div>
    );
  }
  if (state.kind === 'waiting') {
    return (
      <p class="waiting" role="status">
        <span class="pulse" aria-hidden="true" />
        {check.waiting}
      </p>
    );
  }
  return (
    <div>
      <p
        class={state.kind === 'failed' ? 'note bad' : 'note'}
        role={state.kind === 'failed' ? 'alert' : 'status'}
      >
        {state.kind === 'failed' ? `${check.failed} ${state.message}` : check.stopped}
      </p>
      <button type="button" class="second" onClick={() => setAttempt(attempt + 1)}>
        {check.again}
      </button>
    </div>
  );
}

/**
 * Calls `onFound` with the first connection that is used after the call, and again when it has called a tool.
 *
 * @returns false if no connection was used within {@link MAX_DURATION_MS}
 */
async function watchConnections(
  signal: AbortSignal,
  onFound: (connection: NewConnection) => void,
): Promise<boolean> {
  const before = await loadConnectionState(signal);
  let hasFound = false;
  const end = Date.now() + MAX_DURATION_MS;
  for (
    let interval = FIRST_INTERVAL_MS;
    Date.now() < end;
    interval = Math.min(interval * BACKOFF, MAX_INTERVAL_MS)
  ) {
    await pause(interval, signal);
    // A hidden page continues when the user returns from the assistant.
    if (document.hidden) {
      await pageShown(signal);
      interval = FIRST_INTERVAL_MS;
    }
    const found = findNewConnection(before, await loadConnectionState(signal));
    if (found === null) continue;
    if (!hasFound) interval = FIRST_INTERVAL_MS;
    hasFound = true;
    onFound(found);
    if (found.kind === 'key' || found.firstToolCallAt !== null) return true;
  }
  return hasFound;
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });

const pageShown = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true, signal });
  });

mountIsland('connection-check', ConnectionCheck);
