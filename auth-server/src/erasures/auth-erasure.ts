import { auditLogStore, idempotencyKeyStore, tableStore } from '@loci/service-hosting';
import type { ErasureDatabase, ServiceErasure } from '@loci/service-hosting';

const ACCOUNT = 'Belongs to the account, which is deleted with the member and not with an erasure.';

/** Lists every table of the authorization server that an erasure of a user searches. */
export const authErasure = (database: ErasureDatabase): ServiceErasure => ({
  database,
  stores: [
    tableStore(database, {
      name: 'erasure_requesters',
      table: 'erasures',
      where: 'requested_by = :user AND user_id::text <> :user AND requested_at <= :until',
      erase: { set: 'requested_by = :pseudonym' },
    }),
    idempotencyKeyStore(database),
    auditLogStore(database),
    { table: 'tenants', kept: 'Contains no data of a user.' },
    { table: 'tenant_deletions', kept: 'Contains only numbers and times.' },
    { table: 'memberships', kept: ACCOUNT },
    { table: 'api_keys', kept: ACCOUNT },
    { table: 'grants', kept: ACCOUNT },
    { table: 'refresh_tokens', kept: ACCOUNT },
    { table: 'invitations', kept: ACCOUNT },
  ],
});
