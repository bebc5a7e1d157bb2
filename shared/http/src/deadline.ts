import type { IncomingMessage } from 'node:http';

/** Milliseconds that whoever asks will still wait, from when it asked. Counts only beside a signed identity. */
export const DEADLINE_HEADER = 'x-internal-deadline-ms';

const LONGEST_MS = 3_600_000;

/** Aborted when nobody waits for the answer any more; null when the request does not say how long somebody will. */
export function deadlineOf(request: IncomingMessage): AbortSignal | null {
  const header = request.headers[DEADLINE_HEADER];
  const ms = typeof header === 'string' && /^\d{1,7}$/.test(header) ? Number(header) : NaN;
  return ms > 0 ? AbortSignal.timeout(Math.min(ms, LONGEST_MS)) : null;
}
