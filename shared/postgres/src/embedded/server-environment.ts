/** What PostgreSQL's programs see of the environment: no PG* variable of the user's, no secret, one language. */
export function serverEnvironment(extra: Record<string, string> = {}): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...extra };
}
