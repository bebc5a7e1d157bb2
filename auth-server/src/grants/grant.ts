/** Authorization that tokens are issued from: one per exchange of an API key, and one per consent of a user. */
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
