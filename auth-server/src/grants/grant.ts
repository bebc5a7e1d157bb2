/** A permission once given: by exchanging an API key, or by a person's consent. Every token names its grant. */
export interface Grant {
  tenantId: string;
  grantId: string;
  userId: string;
  clientId: string;
  /** The exchanged API key; null for a person's grant. */
  keyId: string | null;
  createdAt: Date;
  /** When the last access token made from it expires. */
  accessExpiresAt: Date;
  /** When nothing made from it works any more. */
  expiresAt: Date;
}
