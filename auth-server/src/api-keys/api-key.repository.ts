import type { Permission, Role, Tier } from '@loci/core';
import type { Page } from '@loci/http';
import type { Transaction } from '@loci/postgres';
import type { ApiKey } from './api-key.ts';

interface ApiKeyRow {
  tenant_id: string;
  key_id: string;
  user_id: string;
  prefix: string;
  name: string;
  permissions: Permission[];
  created_at: Date;
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
  revokedAt: row.revoked_at,
});

const KEY_COLUMNS =
  'k.tenant_id, k.key_id, k.user_id, k.prefix, k.name, k.permissions, k.created_at, k.revoked_at';

/** A key with all that decides about its tokens. */
export interface StoredApiKey {
  key: ApiKey;
  secretHash: Buffer;
  role: Role;
  tier: Tier;
}

/** The key of this prefix, revoked or not, of whatever tenant. */
export async function findKeyByPrefix(tx: Transaction, prefix: string): Promise<StoredApiKey | null> {
  const [row] = await tx.query<ApiKeyRow & { secret_hash: Buffer; role: Role; tier: Tier }>(
    `SELECT ${KEY_COLUMNS}, k.secret_hash, m.role, t.tier
     FROM api_keys k
     JOIN memberships m ON m.tenant_id = k.tenant_id AND m.user_id = k.user_id
     JOIN tenants t ON t.tenant_id = k.tenant_id
     WHERE k.prefix = $1`,
    [prefix],
    'find-key-by-prefix',
  );
  return row ? { key: toApiKey(row), secretHash: row.secret_hash, role: row.role, tier: row.tier } : null;
}

/** @throws the driver's foreign key violation when the user is no member of the tenant */
export async function insertKey(
  tx: Transaction,
  key: ApiKey,
  secretHash: Buffer,
  { configured }: { configured: boolean },
): Promise<void> {
  await tx.query(
    `INSERT INTO api_keys
       (tenant_id, key_id, user_id, prefix, secret_hash, name, permissions, configured, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      key.tenantId,
      key.keyId,
      key.userId,
      key.prefix,
      secretHash,
      key.name,
      key.permissions,
      configured,
      key.createdAt,
    ],
  );
}

/**
 * Revokes a key and every grant that came from it; a key that is revoked already keeps its date. The row of
 * the key is locked first, so that no exchange slips in between.
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

export async function findKey(tx: Transaction, tenantId: string, keyId: string): Promise<ApiKey | null> {
  const [row] = await tx.query<ApiKeyRow>(
    `SELECT ${KEY_COLUMNS} FROM api_keys k WHERE k.tenant_id = $1 AND k.key_id = $2`,
    [tenantId, keyId],
  );
  return row ? toApiKey(row) : null;
}

/** Newest last; of one tenant or of all, of one user or of all, revoked ones included. */
export async function listKeys(
  tx: Transaction,
  { tenantId = null, userId = null }: { tenantId?: string | null; userId?: string | null },
  { page, perPage }: Page,
): Promise<{ keys: ApiKey[]; total: number }> {
  const [rows, [count]] = await Promise.all([
    tx.query<ApiKeyRow>(
      `SELECT ${KEY_COLUMNS} FROM api_keys k
       WHERE ($1::uuid IS NULL OR k.tenant_id = $1) AND ($2::uuid IS NULL OR k.user_id = $2)
       ORDER BY k.key_id LIMIT $3 OFFSET $4`,
      [tenantId, userId, perPage, (page - 1) * perPage],
    ),
    tx.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM api_keys k
       WHERE ($1::uuid IS NULL OR k.tenant_id = $1) AND ($2::uuid IS NULL OR k.user_id = $2)`,
      [tenantId, userId],
    ),
  ]);
  return { keys: rows.map(toApiKey), total: count!.total };
}

/** The keys of the tenant that came from the configuration and still work. */
export async function findConfiguredKeys(tx: Transaction, tenantId: string): Promise<ApiKey[]> {
  const rows = await tx.query<ApiKeyRow>(
    `SELECT ${KEY_COLUMNS} FROM api_keys k
     WHERE k.tenant_id = $1 AND k.configured AND k.revoked_at IS NULL`,
    [tenantId],
  );
  return rows.map(toApiKey);
}

/** Gives a key of the configuration another secret, and makes it work (again). */
export async function reactivateConfiguredKey(
  tx: Transaction,
  keyId: string,
  secretHash: Buffer,
): Promise<void> {
  await tx.query(
    'UPDATE api_keys SET secret_hash = $2, configured = true, revoked_at = NULL WHERE key_id = $1',
    [keyId, secretHash],
  );
}

export async function countKeys(tx: Transaction, tenantId: string): Promise<number> {
  const [row] = await tx.query<{ total: number }>(
    'SELECT count(*)::int AS total FROM api_keys WHERE tenant_id = $1',
    [tenantId],
  );
  return row!.total;
}
