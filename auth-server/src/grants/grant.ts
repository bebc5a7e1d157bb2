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
  /** Time at which the newest access token expires. */
  accessExpiresAt: Date;
  /** Time at which the newest access token and the newest refresh token have both expired. */
  expiresAt: Date;
}
