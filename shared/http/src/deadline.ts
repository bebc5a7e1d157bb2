import type { IncomingMessage } from 'node:http';

/** Header with the remaining timeout of the client in milliseconds. Ignored without a signed identity. */
export const DEADLINE_HEADER = 'x-internal-deadline-ms';

const MAX_DEADLINE_MS = 3_600_000;

/** Returns a signal that is aborted when the deadline of the request passes, or null without a valid deadline. */
export function readDeadline(request: IncomingMessage): AbortSignal | null {
  const header = request.headers[DEADLINE_HEADER];
  const ms = typeof header === 'string' && /^\d{1,7}$/.test(header) ? Number(header) : NaN;
  return ms > 0 ? AbortSignal.timeout(Math.min(ms, MAX_DEADLINE_MS)) : null;
}
