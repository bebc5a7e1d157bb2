/** Somebody who is signed in to the portal. */
export interface Session {
  kind: 'person';
  accessToken: string;
  refreshToken: string;
  /** Milliseconds since the epoch. */
  accessExpiresAtMs: number;
  email: string;
  /** Shown on the next page, and then forgotten: a new key, the outcome of a change. */
  flash?: Flash | undefined;
}

export type Flash = { kind: 'key-made'; name: string; text: string } | { kind: 'notice'; text: string };

/** A sign-in that was begun, waiting for its callback. */
export interface PendingSignIn {
  kind: 'pending';
  codeVerifier: string;
  nonce: string;
  /** The browser that began it: nobody else may end it. */
  browserId: string;
  returnTo: string;
}

/** As long as the session at the auth server. */
export const SESSION_LIFETIME_MS = 14 * 86_400_000;
export const PENDING_LIFETIME_MS = 3_600_000;

/** Where a page of the portal is, whatever a link says: never another host. */
export function safeReturnTo(value: unknown): string {
  if (typeof value !== 'string' || !/^\/(?![/\\])[\x20-\x7e]{0,1000}$/.test(value)) return '/';
  return value.includes('\\') ? '/' : value;
}
