/**
 * Waits until consumer groups have handled the events that are stored at the time of the call.
 *
 * @returns false if they have not handled them when the timeout passes
 */
export type AwaitEvents = (
  groups: readonly string[],
  timeoutMs: number,
  signal: AbortSignal,
) => Promise<boolean>;

/** Maximum duration of one wait. */
const MAX_WAIT_MS = 60_000;

/**
 * Creates the waits of one run of a reconciler for the consumers of its service. After a wait has timed out, the next ones do not
 * wait, so that consumers that make no progress cannot keep the reconciler from comparing further tenants.
 *
 * @returns undefined if `awaitEvents` is undefined, because the event transport does not support it
 */
export function limitWaits(
  awaitEvents: AwaitEvents | undefined,
  consumers: readonly { group: string }[],
): ((signal: AbortSignal) => Promise<boolean>) | undefined {
  if (!awaitEvents) return undefined;
  const groups = consumers.map(({ group }) => group);
  let isBehind = false;
  return async (signal) => {
    const isHandled = await awaitEvents(groups, isBehind ? 0 : MAX_WAIT_MS, signal);
    isBehind = !isHandled;
    return isHandled;
  };
}
