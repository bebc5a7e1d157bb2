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
}

/** A credential that was used since an earlier state. */
export interface NewConnection {
  kind: 'application' | 'key';
  name: string;
}

/** Returns the first credential that was used after an earlier state, or null if there is none. */
export function findNewConnection(before: ConnectionState, after: ConnectionState): NewConnection | null {
  const used = (old: readonly Credential[], now: readonly Credential[]): Credential | undefined =>
    now.find(
      ({ id, lastUsedAt }) =>
        lastUsedAt !== null && old.find((each) => each.id === id)?.lastUsedAt !== lastUsedAt,
    );
  const application = used(before.applications, after.applications);
  if (application !== undefined) return { kind: 'application', name: application.name };
  const key = used(before.keys, after.keys);
  return key === undefined ? null : { kind: 'key', name: key.name };
}

/** Loads the newest credentials that the user can see. */
export async function loadConnectionState(signal: AbortSignal): Promise<ConnectionState> {
  const [applications, keys] = await Promise.all([
    load<{ connection_id: string; name: string; last_used_at: string | null }>('connections', signal),
    load<{ key_id: string; name: string; last_used_at: string | null }>('api-keys', signal),
  ]);
  return {
    applications: applications.map((each) => ({
      id: each.connection_id,
      name: each.name,
      lastUsedAt: each.last_used_at,
    })),
    keys: keys.map((each) => ({ id: each.key_id, name: each.name, lastUsedAt: each.last_used_at })),
  };
}

async function load<Item>(list: string, signal: AbortSignal): Promise<Item[]> {
  const response = await fetchFromPortal(`/api/v2/auth/${list}?per_page=100`, { signal });
  const body = (await response.json()) as { data?: { items: Item[] }; error?: { message: string } };
  if (!response.ok || body.data === undefined) throw new Error(body.error?.message ?? response.statusText);
  return body.data.items;
}
