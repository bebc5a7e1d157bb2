import type { IncomingMessage } from 'node:http';

/** Header with the remaining timeout of the client in milliseconds. Ignored without a signed identity. */
export const DEADLINE_HEADER = 'x-internal-deadline-ms';

const MAX_DEADLINE_MS = 3_600_000;

/** Returns the milliseconds until the deadline of the request, or null without a valid deadline. */
export function readDeadlineMs(request: IncomingMessage): number | null {
  const header = request.headers[DEADLINE_HEADER];
  const ms = typeof header === 'string' && /^\d{1,7}$/.test(header) ? Number(header) : NaN;
  return ms > 0 ? Math.min(ms, MAX_DEADLINE_MS) : null;
}
