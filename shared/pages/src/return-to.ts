/**
 * Returns `value` if it is a path of this server, and `/` otherwise. Prevents a link or form from redirecting to another
 * host.
 */
export function safeReturnTo(value: unknown): string {
  if (typeof value !== 'string' || !/^\/(?![/\\])[\x20-\x7e]{0,1000}$/.test(value)) return '/';
  return value.includes('\\') ? '/' : value;
}
