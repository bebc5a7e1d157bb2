/** Formats a duration for people, for example `45 s` or `2 min 5 s`. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.ceil(durationMs / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
