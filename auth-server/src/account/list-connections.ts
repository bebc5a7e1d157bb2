import { PORTAL_CLIENT_ID } from '@loci/contracts';
import type { Database } from '@loci/postgres';
import { listConsentGrants } from '../grants/grant.repository.ts';
import { findClientNames } from '../oauth/oidc-record.repository.ts';

/** An application with access to the account of a user. */
export interface Connection {
  grantId: string;
  /** Null if the application has no name. */
  name: string | null;
  tenantName: string;
  createdAt: Date;
}

export interface ListConnectionsDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  now(): Date;
}

/**
 * Lists the connections of a user, newest first. Omits the portal, because every sign-in to the portal
 * creates a grant.
 */
export function listConnections(
  { database, now }: ListConnectionsDeps,
  userId: string,
): Promise<Connection[]> {
  return database.inSystemTransaction(async (tx) => {
    const grants = (await listConsentGrants(tx, userId, now())).filter(
      (grant) => grant.clientId !== PORTAL_CLIENT_ID,
    );
    const names = await findClientNames(tx, [...new Set(grants.map((grant) => grant.clientId))]);
    return grants.map(({ grantId, clientId, tenantName, createdAt }) => ({
      grantId,
      name: names.get(clientId) ?? URL.parse(clientId)?.host ?? null,
      tenantName,
      createdAt,
    }));
  });
}
