import type { Tier } from '@loci/core';
import type { CursorPage } from '@loci/http';
import type { Transaction } from '@loci/postgres';
import { readListPage } from '../lists/read-list-page.ts';
import type { ListPage, SortedList } from '../lists/read-list-page.ts';
import type { ListedTenant, Tenant } from './tenant.ts';

interface TenantRow {
  tenant_id: string;
  name: string;
  tier: Tier;
  service_user_id: string;
  created_at: Date;
  updated_at: Date;
}

const toTenant = <UserId extends string | null>(
  row: Omit<TenantRow, 'service_user_id'> & { service_user_id: UserId },
): Omit<Tenant, 'serviceUserId'> & { serviceUserId: UserId } => ({
  tenantId: row.tenant_id,
  name: row.name,
  tier: row.tier,
  serviceUserId: row.service_user_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

interface ListedTenantRow extends Omit<TenantRow, 'service_user_id'> {
  service_user_id: string | null;
  bootstrap: boolean;
  deletion_requested_at: Date | null;
  data_deleted_at: Date | null;
}

const toListedTenant = (row: ListedTenantRow): ListedTenant => ({
  ...toTenant(row),
  bootstrap: row.bootstrap,
  deletion:
    row.deletion_requested_at === null
      ? null
      : { requestedAt: row.deletion_requested_at, dataDeletedAt: row.data_deleted_at },
});

// A deleted tenant has no members, so the inner join excludes it.
const SELECT_TENANT = `
  SELECT t.tenant_id, t.name, t.tier, m.user_id AS service_user_id, t.created_at, t.updated_at
  FROM tenants t JOIN memberships m ON m.tenant_id = t.tenant_id AND m.service`;

/** All tenants, including deleted ones, oldest first. */
const TENANT_LIST: SortedList<ListedTenantRow, ListedTenant> = {
  list: 'tenants',
  columns: `t.tenant_id, t.name, t.tier, m.user_id AS service_user_id, t.created_at, t.updated_at,
    t.bootstrap, t.deletion_requested_at, t.data_deleted_at`,
  table: 'tenants t',
  join: 'LEFT JOIN memberships m ON m.tenant_id = t.tenant_id AND m.service',
  sortKey: ['t.tenant_id'],
  order: 'ASC',
  keyType: 'id',
  toItem: toListedTenant,
  keyOf: ({ tenantId }) => [tenantId],
};

/** Inserts a tenant. The caller must insert its service user in the same transaction. */
export async function insertTenant(
  tx: Transaction,
  tenant: Tenant,
  { bootstrap }: { bootstrap: boolean },
): Promise<void> {
  await tx.query(
    `INSERT INTO tenants (tenant_id, name, tier, bootstrap, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [tenant.tenantId, tenant.name, tenant.tier, bootstrap, tenant.createdAt, tenant.updatedAt],
  );
}

/** Finds a tenant that is not deleted. */
export async function findTenant(tx: Transaction, tenantId: string): Promise<Tenant | null> {
  const [row] = await tx.query<TenantRow>(`${SELECT_TENANT} WHERE t.tenant_id = $1`, [tenantId]);
  return row ? toTenant(row) : null;
}

export async function findBootstrapTenant(tx: Transaction): Promise<Tenant | null> {
  const [row] = await tx.query<TenantRow>(`${SELECT_TENANT} WHERE t.bootstrap`);
  return row ? toTenant(row) : null;
}

/** Finds a tenant, including a deleted one. */
export async function findListedTenant(tx: Transaction, tenantId: string): Promise<ListedTenant | null> {
  const { columns, table, join } = TENANT_LIST;
  const [row] = await tx.query<ListedTenantRow>(
    `SELECT ${columns} FROM ${table} ${join} WHERE t.tenant_id = $1`,
    [tenantId],
  );
  return row ? toListedTenant(row) : null;
}

/** Updates the given fields. @returns false for an unknown tenant */
export async function updateTenant(
  tx: Transaction,
  tenantId: string,
  change: { name?: string | undefined; tier?: Tier | undefined },
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE tenants SET name = coalesce($2, name), tier = coalesce($3, tier), updated_at = $4
     WHERE tenant_id = $1 RETURNING tenant_id`,
    [tenantId, change.name ?? null, change.tier ?? null, now],
  );
  return rows.length > 0;
}

/** Lists tenants, including deleted ones, oldest first. @throws VAL_FIELD_INVALID for the cursor of another list */
export const listTenants = (tx: Transaction, page: CursorPage): Promise<ListPage<ListedTenant>> =>
  readListPage(tx, TENANT_LIST, { condition: 'true', values: [] }, page);
