import { fetchFromPortal } from '../loci.ts';

/** Credentials of the user and the time of their last use, to detect a new connection. */
export interface ConnectionState {
  applications: readonly Credential[];
  keys: readonly Credential[];
}

interface Credential {
  id: string;
  name: string;
  lastUsedAt: string | null;
  /** Null for an API key, and for an application that has not called a tool. */
  firstToolCallAt: string | null;
}

/** A credential that was used since an earlier state. */
export interface NewConnection {
  kind: 'application' | 'key';
  name: string;
  firstToolCallAt: string | null;
}

/**
 * Returns the first credential that was used after an earlier state, or null if there is none. Prefers applications, and those
 * that have called a tool.
 */
export function findNewConnection(before: ConnectionState, after: ConnectionState): NewConnection | null {
  const changed = (
    old: readonly Credential[],
    now: readonly Credential[],
    field: 'lastUsedAt' | 'firstToolCallAt',
  ): Credential | undefined =>
    now.find((each) => each[field] !== null && old.find(({ id }) => id === each.id)?.[field] !== each[field]);
  const application =
    changed(before.applications, after.applications, 'firstToolCallAt') ??
    changed(before.applications, after.applications, 'lastUsedAt');
  const found = application ?? changed(before.keys, after.keys, 'lastUsedAt');
  if (found === undefined) return null;
  const { name, firstToolCallAt } = found;
  return { kind: application === undefined ? 'key' : 'application', name, firstToolCallAt };
}

/** Loads the newest credentials that the user can see. */
export async function loadConnectionState(signal: AbortSignal): Promise<ConnectionState> {
  const [applications, keys] = await Promise.all([
    load<{
      connection_id: string;
      name: string;
      last_used_at: string | null;
      first_tool_call_at: string | null;
    }>('connections', signal),
    load<{ key_id: string; name: string; last_used_at: string | null }>('api-keys', signal),
  ]);
  return {
    applications: applications.map((each) => ({
      id: each.connection_id,
      name: each.name,
      lastUsedAt: each.last_used_at,
      firstToolCallAt: each.first_tool_call_at,
    })),
    keys: keys.map((each) => ({
      id: each.key_id,
      name: each.name,
      lastUsedAt: each.last_used_at,
      firstToolCallAt: null,
    })),
  };
}

async function load<Item>(list: string, signal: AbortSignal): Promise<Item[]> {
  const response = await fetchFromPortal(`/api/v2/auth/${list}?per_page=100`, { signal });
  const body = (await response.json()) as { data?: { items: Item[] }; error?: { message: string } };
  if (body.error !== undefined) throw new Error(body.error.message);
  if (body.data === undefined) throw new TypeError('The response has no data.');
  return body.data.items;
}
