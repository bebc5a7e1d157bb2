import type { HrTime } from '@opentelemetry/api';

/** Converts milliseconds since the epoch to seconds and nanoseconds. */
export function millisToHrTime(milliseconds: number): HrTime {
  const seconds = Math.floor(milliseconds / 1_000);
  return [seconds, Math.round((milliseconds - seconds * 1_000) * 1_000_000)];
}
