/** Session of a signed-in user. */
export interface Session {
  kind: 'user';
  accessToken: string;
  refreshToken: string;
  /** Expiry of the access token in milliseconds since the epoch. */
  accessExpiresAtMs: number;
  email: string;
  /** Message that the next page shows once: a new API key or invitation, or the outcome of an action. */
  flash?: Flash | undefined;
}

/** A link below a message, to a page of the portal. */
export interface FlashLink {
  href: string;
  label: string;
}

export type Flash =
  | { kind: 'key-created'; name: string; apiKey: string }
  | { kind: 'invitation-created'; url: string }
  | { kind: 'notice'; text: string; links?: FlashLink[] }
  | { kind: 'webhook-secret'; secret: string }
  | { kind: 'problem'; text: string };

/** Sign-in that has been started and waits for its OAuth callback. */
export interface PendingSignIn {
  kind: 'pending';
  codeVerifier: string;
  nonce: string;
  /** Session cookie of the browser that started the sign-in. No other browser can complete it. */
  browserId: string;
  returnTo: string;
}

/** Session of an operator, who does not need a user account. */
export interface OperatorSession {
  kind: 'operator';
  adminToken: string;
  /** Milliseconds since the epoch. */
  expiresAtMs: number;
}

/** Lifetime of an operator session. */
export const OPERATOR_LIFETIME_MS = 15 * 60_000;

/** Lifetime of a portal session. Equals the session lifetime of the authorization server. */
export const SESSION_LIFETIME_MS = 14 * 86_400_000;
export const PENDING_LIFETIME_MS = 3_600_000;
