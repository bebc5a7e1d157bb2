/** Returns the environment of the PostgreSQL programs: no PG* variables, no secrets, English messages, UTC. */
export function serverEnvironment(extra: Record<string, string> = {}): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...extra };
}
