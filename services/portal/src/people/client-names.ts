import { PORTAL_CLIENT_ID } from '@loci/contracts';
import { ApiError } from '../api/portal-api.ts';
import type { PortalApi } from '../api/portal-api.ts';
import { loadConnections } from '../connections/connection.ts';
import { KEYS_PATH } from '../keys/key.ts';
import type { ListedKey } from '../keys/key.ts';
import type { Texts } from '../texts/texts.ts';
import { loadPage } from './member.ts';

/** Application or API key that a user works with. */
export interface Client {
  client_id: string;
  /** Null without an API key. */
  key_id: string | null;
}

/** Returns the name of an application or API key for a page. */
export type ClientNameOf = (client: Client) => string;

/**
 * Loads the names of applications and API keys, with at most two requests. Those that are not among the newest 100 are shown
 * without names. Without the authorization server, all are shown without names.
 */
export async function loadClientNames(
  api: PortalApi,
  { people: { clients: texts } }: Texts,
  clients: readonly Client[],
): Promise<ClientNameOf> {
  const names = new Map<string, string>();
  try {
    const [keys, connections] = await Promise.all([
      clients.some((client) => client.key_id !== null) ? loadPage<ListedKey>(api, KEYS_PATH, {}) : null,
      clients.some((client) => client.key_id === null && client.client_id !== PORTAL_CLIENT_ID)
        ? loadConnections(api, { kind: 'application' })
        : null,
    ]);
    for (const key of keys?.items ?? []) names.set(key.key_id, key.name);
    for (const connection of connections?.items ?? []) names.set(connection.client_id, connection.name);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status < 500) throw error;
  }
  return ({ client_id: clientId, key_id: keyId }) => {
    if (keyId !== null) return texts.key(names.get(keyId) ?? `…${keyId.slice(-4)}`);
    if (clientId === PORTAL_CLIENT_ID) return texts.portal;
    return names.get(clientId) ?? clientId;
  };
}
