import type { Permission, Role, Tier } from '@loci/core';
import type { CursorPage } from '@loci/http';
import type { Transaction } from '@loci/postgres';
import { readListPage } from '../lists/read-list-page.ts';
import type { ListPage, SortedList } from '../lists/read-list-page.ts';
import type { ApiKey, SecretHash } from './api-key.ts';

interface ApiKeyRow {
  tenant_id: string;
  key_id: string;
  user_id: string;
  prefix: string;
  name: string;
  permissions: Permission[];
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

const toApiKey = (row: ApiKeyRow): ApiKey => ({
  tenantId: row.tenant_id,
  keyId: row.key_id,
  userId: row.user_id,
  prefix: row.prefix,
  name: row.name,
  permissions: row.permissions,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
  revokedAt: row.revoked_at,
});

const KEY_COLUMNS =
  'k.tenant_id, k.key_id, k.user_id, k.prefix, k.name, k.permissions, k.created_at, k.expires_at, k.last_used_at, ' +
  'k.revoked_at';

/** An API key with its hash, and with the role and tier that its access tokens receive. */
export interface StoredApiKey {
  key: ApiKey;
  secretHash: SecretHash;
  role: Role;
  tier: Tier;
}

interface StoredColumns {
  secret_hash: Buffer;
  pepper_id: string | null;
  role: Role;
  tier: Tier;
}

/** Finds a key of any tenant by its prefix. Includes revoked keys. */
export async function findKeyByPrefix(tx: Transaction, prefix: string): Promise<StoredApiKey | null> {
  const [row] = await tx.query<ApiKeyRow & StoredColumns>(
    `SELECT ${KEY_COLUMNS}, k.secret_hash, k.pepper_id, m.role, t.tier
     FROM api_keys k
     JOIN memberships m ON m.tenant_id = k.tenant_id AND m.user_id = k.user_id
     JOIN tenants t ON t.tenant_id = k.tenant_id
     WHERE k.prefix = $1`,
    [prefix],
    'find-key-by-prefix',
  );
  if (row === undefined) return null;
  const secretHash = { hash: row.secret_hash, pepperId: row.pepper_id };
  return { key: toApiKey(row), secretHash, role: row.role, tier: row.tier };
}

/** Inserts an API key. @throws the driver's foreign key violation if the user is not a member of the tenant */
export async function insertKey(
  tx: Transaction,
  key: ApiKey,
  secretHash: SecretHash,
  { configured }: { configured: boolean },
): Promise<void> {
  await tx.query(
    `INSERT INTO api_keys
       (tenant_id, key_id, user_id, prefix, secret_hash, name, permissions, configured, created_at, expires_at, pepper_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      key.tenantId,
      key.keyId,
      key.userId,
      key.prefix,
      secretHash.hash,
      key.name,
      key.permissions,
      configured,
      key.createdAt,
      key.expiresAt,
      secretHash.pepperId,
    ],
  );
}

/**
 * Revokes a key and all its grants. A key that is already revoked keeps its revocation date. The key is
 * updated before its grants, because the update locks the key. A concurrent exchange therefore cannot insert
 * another grant.
 *
 * @returns null for an unknown key
 */
export async function revokeKey(tx: Transaction, keyId: string, now: Date): Promise<ApiKey | null> {
  const [row] = await tx.query<ApiKeyRow>(
    `UPDATE api_keys k SET revoked_at = coalesce(k.revoked_at, $2) WHERE k.key_id = $1 RETURNING ${KEY_COLUMNS}`,
    [keyId, now],
  );
  if (row === undefined) return null;
  await tx.query(
    'UPDATE grants SET revoked_at = clock_timestamp() WHERE key_id = $1 AND revoked_at IS NULL',
    [keyId],
  );
  return toApiKey(row);
}

/**
 * Revokes the keys of a user in one tenant, or in all tenants if `tenantId` is null. The caller must also revoke their
 * grants.
 */
export async function revokeKeysOfUser(
  tx: Transaction,
  { userId, tenantId }: { userId: string; tenantId: string | null },
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE api_keys SET revoked_at = $3
     WHERE user_id = $1 AND ($2::uuid IS NULL OR tenant_id = $2) AND revoked_at IS NULL`,
    [userId, tenantId, now],
  );
}

/** Revokes the keys of a tenant that were generated with this name, and all their grants. Returns the IDs of the keys. */
export async function revokeGeneratedKeys(
  tx: Transaction,
  tenantId: string,
  name: string,
  now: Date,
): Promise<string[]> {
  const rows = await tx.query<{ key_id: string }>(
    'SELECT key_id FROM api_keys WHERE tenant_id = $1 AND name = $2 AND NOT configured AND revoked_at IS NULL',
    [tenantId, name],
  );
  const keyIds = rows.map((row) => row.key_id);
  for (const keyId of keyIds) await revokeKey(tx, keyId, now);
  return keyIds;
}

export async function findKey(tx: Transaction, tenantId: string, keyId: string): Promise<ApiKey | null> {
  const [row] = await tx.query<ApiKeyRow>(
    `SELECT ${KEY_COLUMNS} FROM api_keys k WHERE k.tenant_id = $1 AND k.key_id = $2`,
    [tenantId, keyId],
  );
  return row ? toApiKey(row) : null;
}

/** Keys, oldest first, including revoked ones. */
const KEY_LIST: SortedList<ApiKeyRow, ApiKey> = {
  list: 'api_keys',
  columns: KEY_COLUMNS,
  table: 'api_keys k',
  join: '',
  sortKey: ['k.key_id'],
  order: 'ASC',
  keyType: 'id',
  toItem: toApiKey,
  keyOf: ({ keyId }) => [keyId],
};

/** Keys that are not revoked, newest first. */
const ACTIVE_KEY_LIST: SortedList<ApiKeyRow, ApiKey> = {
  ...KEY_LIST,
  list: 'active_api_keys',
  order: 'DESC',
};

/**
 * Lists keys, oldest first, including revoked ones. An undefined `tenantId` disables the filter.
 *
 * @throws VAL_FIELD_INVALID for the cursor of another list
 */
export const listKeys = (
  tx: Transaction,
  tenantId: string | undefined,
  page: CursorPage,
): Promise<ListPage<ApiKey>> => {
  const filter =
    tenantId === undefined
      ? { condition: 'true', values: [] }
      : { condition: 'k.tenant_id = $1', values: [tenantId] };
  return readListPage(tx, KEY_LIST, filter, page);
};

/**
 * Lists the keys of a tenant that are not revoked, newest first. If `userId` is null, lists the keys of all
 * owners.
 *
 * @throws VAL_FIELD_INVALID for the cursor of another list
 */
export const listActiveKeys = (
  tx: Transaction,
  { tenantId, userId }: { tenantId: string; userId: string | null },
  page: CursorPage,
): Promise<ListPage<ApiKey>> => {
  const condition = 'k.tenant_id = $1 AND k.revoked_at IS NULL';
  const filter =
    userId === null
      ? { condition, values: [tenantId] }
      : { condition: `${condition} AND k.user_id = $2`, values: [tenantId, userId] };
  return readListPage(tx, ACTIVE_KEY_LIST, filter, page);
};

/** Records the time of a use of a key. No effect if the recorded time is less than one minute old. */
export async function recordKeyUse(
  tx: Transaction,
  tenantId: string,
  keyId: string,
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE api_keys SET last_used_at = $3 WHERE tenant_id = $1 AND key_id = $2
       AND (last_used_at IS NULL OR last_used_at < $3::timestamptz - interval '1 minute')`,
    [tenantId, keyId, now],
    'record-key-use',
  );
}

/** Lists the active keys that were created from BOOTSTRAP_API_KEY in a tenant. */
export async function findConfiguredKeys(tx: Transaction, tenantId: string): Promise<ApiKey[]> {
  const rows = await tx.query<ApiKeyRow>(
    `SELECT ${KEY_COLUMNS} FROM api_keys k
     WHERE k.tenant_id = $1 AND k.configured AND k.revoked_at IS NULL`,
    [tenantId],
  );
  return rows.map(toApiKey);
}

/** Sets the secret of a configured key and removes its revocation. */
export async function reactivateConfiguredKey(
  tx: Transaction,
  keyId: string,
  { hash, pepperId }: SecretHash,
): Promise<void> {
  await tx.query(
    `UPDATE api_keys SET secret_hash = $2, pepper_id = $3, configured = true, revoked_at = NULL
     WHERE key_id = $1`,
    [keyId, hash, pepperId],
  );
}

/** Replaces the hash of a key by the hash of the same secret with another pepper. No effect if the secret has changed. */
export async function replaceKeyHash(
  tx: Transaction,
  { tenantId, keyId }: Pick<ApiKey, 'tenantId' | 'keyId'>,
  { from, to }: { from: SecretHash; to: SecretHash },
): Promise<void> {
  await tx.query(
    `UPDATE api_keys SET secret_hash = $4, pepper_id = $5
     WHERE tenant_id = $1 AND key_id = $2 AND secret_hash = $3`,
    [tenantId, keyId, from.hash, to.hash, to.pepperId],
  );
}

/** Counts the usable keys of all tenants whose hash has another pepper. Stops at `limit`. */
export async function countKeysWithOtherPepper(
  tx: Transaction,
  { pepperId, limit, now }: { pepperId: string; limit: number; now: Date },
): Promise<number> {
  const [row] = await tx.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM (
       SELECT FROM api_keys WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)
         AND pepper_id IS DISTINCT FROM $1 LIMIT $3) AS keys`,
    [pepperId, now, limit],
  );
  return row!.total;
}

export async function countKeys(tx: Transaction, tenantId: string): Promise<number> {
  const [row] = await tx.query<{ total: number }>(
    'SELECT count(*)::int AS total FROM api_keys WHERE tenant_id = $1',
    [tenantId],
  );
  return row!.total;
}
