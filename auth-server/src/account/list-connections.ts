import { PORTAL_CLIENT_ID } from '@loci/contracts';
import type { Database } from '@loci/postgres';
import { listConsentGrants } from '../grants/grant.repository.ts';
import { findClientNames } from '../oauth/oidc-record.repository.ts';

/** An application that a person has let in. */
export interface Connection {
  grantId: string;
  name: string;
  tenantName: string;
  createdAt: Date;
}

export interface ListConnectionsDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  now(): Date;
}

/** Newest first; the portal, which comes and goes with each sign-in, is not among them. */
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
      name: names.get(clientId) ?? URL.parse(clientId)?.host ?? 'An application',
      tenantName,
      createdAt,
    }));
  });
}
