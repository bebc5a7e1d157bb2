import { PORTAL_CLIENT_ID } from '@loci/contracts';
import type { CursorPage } from '@loci/http';
import type { Transaction } from '@loci/postgres';
import { readListPage } from '../lists/read-list-page.ts';
import type { ListPage, SortedList } from '../lists/read-list-page.ts';
import { SESSION_SECONDS } from '../oauth/oauth-provider.ts';
import type { ConnectionKind, TenantConnection } from './connection.ts';

interface ConnectionRow {
  grant_id: string;
  client_id: string;
  user_id: string;
  email: string | null;
  browser: string | null;
  operating_system: string | null;
  created_at: Date;
  last_used_at: Date | null;
  first_tool_call_at: Date | null;
  /** JSON of the grant of the OAuth provider. Null if the provider has deleted it. */
  grant_payload: string | null;
  /** JSON of a registered client. Null for a client with a metadata document. */
  client_payload: string | null;
}

const toConnection = (row: ConnectionRow): TenantConnection => ({
  grantId: row.grant_id,
  clientId: row.client_id,
  name: nameOf(row),
  userId: row.user_id,
  email: row.email,
  scopes: scopesOf(row.grant_payload),
  browser: row.browser,
  operatingSystem: row.operating_system,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  firstToolCallAt: row.first_tool_call_at,
});

function nameOf({ client_id: clientId, client_payload: payload }: ConnectionRow): string {
  const client = JSON.parse(payload ?? '{}') as { client_name?: string };
  return client.client_name ?? URL.parse(clientId)?.host ?? clientId;
}

/** Returns the scopes of a grant of the OAuth provider: those of the user info and those of the resources. */
function scopesOf(payload: string | null): string[] {
  const { openid, resources } = JSON.parse(payload ?? '{}') as {
    openid?: { scope?: string };
    resources?: Record<string, string>;
  };
  const scopes = [openid?.scope ?? '', ...Object.values(resources ?? {})].join(' ').split(' ');
  return [...new Set(scopes)].filter((scope) => scope !== '' && scope !== 'openid').sort();
}

/** Connections, newest first. */
const CONNECTION_LIST: SortedList<ConnectionRow, TenantConnection> = {
  list: 'connections',
  columns:
    'g.grant_id, g.client_id, g.user_id, u.email, g.browser, g.operating_system, g.created_at, g.last_used_at, g.first_tool_call_at, ' +
    'o.payload AS grant_payload, c.payload AS client_payload',
  table: 'grants g',
  join: `JOIN users u ON u.user_id = g.user_id
     LEFT JOIN oidc_records o ON o.model = 'Grant' AND o.id = g.grant_id
     LEFT JOIN oidc_records c ON c.model = 'Client' AND c.id = g.client_id`,
  sortKey: ['g.created_at', 'g.grant_id'],
  order: 'DESC',
  keyType: 'timeAndText',
  toItem: toConnection,
  keyOf: ({ createdAt, grantId }) => [createdAt.toISOString(), grantId],
};

/** Condition of an active connection. Its parameters are the tenant and the current time. */
const IS_ACTIVE = 'g.tenant_id = $1 AND g.key_id IS NULL AND g.revoked_at IS NULL AND g.expires_at > $2';

/** Finds an active connection. Returns null for one that has ended, and for another grant. */
export async function findConnection(
  tx: Transaction,
  { tenantId, grantId }: { tenantId: string; grantId: string },
  now: Date,
): Promise<TenantConnection | null> {
  const { columns, table, join } = CONNECTION_LIST;
  const [row] = await tx.query<ConnectionRow>(
    `SELECT ${columns} FROM ${table} ${join} WHERE ${IS_ACTIVE} AND g.grant_id = $3`,
    [tenantId, now, grantId],
  );
  return row ? toConnection(row) : null;
}

/**
 * Lists the active connections of a tenant, newest first. A session of the portal is active for at most
 * {@link SESSION_SECONDS}.
 *
 * @param filter.userId null for the connections of all users
 * @throws VAL_FIELD_INVALID for the cursor of another list
 */
export function listConnectionsOfTenant(
  tx: Transaction,
  { tenantId, userId, kind }: { tenantId: string; userId: string | null; kind: ConnectionKind },
  page: CursorPage,
  now: Date,
): Promise<ListPage<TenantConnection>> {
  const condition = [IS_ACTIVE, `g.client_id ${kind === 'portal' ? '=' : '<>'} $3`];
  const values: unknown[] = [tenantId, now, PORTAL_CLIENT_ID];
  const add = (sql: string, value: unknown): void => {
    condition.push(`${sql} $${values.push(value)}`);
  };
  if (kind === 'portal') add('g.created_at >', new Date(now.getTime() - SESSION_SECONDS * 1_000));
  if (userId !== null) add('g.user_id =', userId);
  return readListPage(tx, CONNECTION_LIST, { condition: condition.join(' AND '), values }, page);
}

/** Finds the user of a consent in a tenant. Returns null for another grant. */
export async function findConnectionUser(
  tx: Transaction,
  { tenantId, grantId }: { tenantId: string; grantId: string },
): Promise<string | null> {
  const [row] = await tx.query<{ user_id: string }>(
    'SELECT user_id FROM grants WHERE tenant_id = $1 AND grant_id = $2 AND key_id IS NULL',
    [tenantId, grantId],
  );
  return row?.user_id ?? null;
}
