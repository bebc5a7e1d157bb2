/**
 * Returns the environment of the PostgreSQL programs, without PG* variables and secrets, in English and UTC.
 */
export function serverEnvironment(extra: Record<string, string> = {}): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...extra };
}
