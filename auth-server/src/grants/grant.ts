/**
 * Authorization from which tokens are issued. Each exchange of an API key and each consent of a user creates
 * one.
 */
export interface Grant {
  tenantId: string;
  grantId: string;
  userId: string;
  clientId: string;
  /** The exchanged API key. Null for a consent. */
  keyId: string | null;
  createdAt: Date;
  /** Expiry of the newest access token. */
  accessExpiresAt: Date;
  /** Expiry of the newest token of any kind. */
  expiresAt: Date;
}
