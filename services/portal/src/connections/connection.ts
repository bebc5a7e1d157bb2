import type { PortalApi } from '../api/portal-api.ts';
import { loadPage } from '../people/member.ts';
import type { ListPage } from '../people/member.ts';

export const CONNECTIONS_PATH = '/api/v2/auth/connections';

/** A connected application or a portal session as the API returns it. */
export interface ListedConnection {
  connection_id: string;
  client_id: string;
  name: string;
  user_id: string;
  email: string | null;
  scopes: string[];
  /** Null for an application, and for an unknown browser. */
  browser: string | null;
  operating_system: string | null;
  created_at: string;
  last_used_at: string | null;
}

/** Kinds of connections. */
export type ConnectionKind = 'application' | 'portal';

export const loadConnections = (
  api: PortalApi,
  query: { kind: ConnectionKind; user_id?: string; page?: string },
): Promise<ListPage<ListedConnection>> => loadPage(api, CONNECTIONS_PATH, query);
