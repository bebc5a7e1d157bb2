/** Kinds of connections: an application that a user has connected, or a session of the portal. */
export const CONNECTION_KINDS = ['application', 'portal'] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

/** Access of an OAuth client to a tenant that a user has allowed. */
export interface TenantConnection {
  grantId: string;
  clientId: string;
  name: string;
  userId: string;
  /** Null if the account was deleted. */
  email: string | null;
  /** Granted OAuth scopes. */
  scopes: string[];
  /** Browser of a portal session. Null for an application, and for an unknown browser. */
  browser: string | null;
  /** Operating system of a portal session. Null for an application, and for an unknown operating system. */
  operatingSystem: string | null;
  createdAt: Date;
  /** Time of the newest access token. Null if the client has not fetched one. */
  lastUsedAt: Date | null;
  /** Time of the first tool call. Null if the client has not called a tool. */
  firstToolCallAt: Date | null;
}
