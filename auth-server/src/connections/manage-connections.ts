import { notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import type { CursorPage } from '@loci/http';
import type { Database } from '@loci/postgres';
import { requirePortal } from '../account/require-portal.ts';
import { revokeConnection } from '../account/revoke-connection.ts';
import type { ListPage } from '../lists/read-list-page.ts';
import { findConnection, findConnectionUser, listConnectionsOfTenant } from './connection.repository.ts';
import type { ConnectionKind, TenantConnection } from './connection.ts';

export interface ManageConnectionsDeps {
  database: Pick<Database, 'inSystemTransaction' | 'inTransaction'>;
  now(): Date;
}

/**
 * Lists the active connections of the caller's tenant, newest first. Only owners see those of other users.
 *
 * @param filter.userId undefined for all users that the caller can see
 * @throws AUTH_FORBIDDEN if the caller is not the portal; RES_NOT_FOUND for another user if the caller is not an owner;
 *   VAL_FIELD_INVALID for the cursor of another list
 */
export async function listConnectionsOfCaller(
  { database, now }: ManageConnectionsDeps,
  caller: Caller,
  { userId, kind }: { userId: string | undefined; kind: ConnectionKind },
  page: CursorPage,
): Promise<ListPage<TenantConnection>> {
  requirePortal(caller);
  const { tenantId } = caller;
  const isOwner = caller.role === 'owner';
  if (userId !== undefined && userId !== caller.userId && !isOwner) throw notFound('user', userId);
  const filter = { tenantId, userId: userId ?? (isOwner ? null : caller.userId), kind };
  return database.inTransaction(tenantId, (tx) => listConnectionsOfTenant(tx, filter, page, now()));
}

/**
 * Returns an active connection of the caller's tenant.
 *
 * @throws AUTH_FORBIDDEN if the caller is not the portal; RES_NOT_FOUND for a connection that has ended or that the caller
 *   cannot see
 */
export async function getConnection(
  { database, now }: ManageConnectionsDeps,
  caller: Caller,
  grantId: string,
): Promise<TenantConnection> {
  requirePortal(caller);
  const { tenantId } = caller;
  const connection = await database.inTransaction(tenantId, (tx) =>
    findConnection(tx, { tenantId, grantId }, now()),
  );
  if (connection === null || (caller.role !== 'owner' && connection.userId !== caller.userId)) {
    throw notFound('connection', grantId);
  }
  return connection;
}

/**
 * Ends a connection of the caller's tenant. Owners can end those of every user. Idempotent.
 *
 * @throws AUTH_FORBIDDEN if the caller is not the portal; RES_NOT_FOUND for a connection that the caller cannot see
 * @see docs/reference/authentication.md#revocation-delay
 */
export async function endConnection(
  { database }: ManageConnectionsDeps,
  caller: Caller,
  grantId: string,
): Promise<void> {
  requirePortal(caller);
  const { tenantId } = caller;
  const userId = await database.inTransaction(tenantId, (tx) =>
    findConnectionUser(tx, { tenantId, grantId }),
  );
  if (userId === null || (caller.role !== 'owner' && userId !== caller.userId)) {
    throw notFound('connection', grantId);
  }
  await revokeConnection({ database }, { grantId, userId });
}
