import { PORTAL_CLIENT_ID } from '@loci/contracts';
import { nullIfNotFound } from '../api/null-if-not-found.ts';
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

/** Maximum number of API keys that are not among the newest 100 and are requested one by one. */
const MAX_REQUESTED_KEYS = 20;
/** Characters of the ID of a deleted key, which distinguish it from others. */
const ENDING_LENGTH = 4;

/**
 * Loads the names of applications and API keys. Applications that are not among the newest 100 are shown without names, and
 * API keys of deleted users as deleted. Without the authorization server, all are shown without names.
 */
export async function loadClientNames(
  api: PortalApi,
  { people: { clients: texts } }: Texts,
  clients: readonly Client[],
): Promise<ClientNameOf> {
  const names = new Map<string, string>();
  const revoked = new Set<string>();
  const deleted = new Set<string>();
  try {
    const [keys, connections] = await Promise.all([
      clients.some((client) => client.key_id !== null) ? loadPage<ListedKey>(api, KEYS_PATH, {}) : null,
      clients.some((client) => client.key_id === null && client.client_id !== PORTAL_CLIENT_ID)
        ? loadConnections(api, { kind: 'application' })
        : null,
    ]);
    for (const key of keys?.items ?? []) names.set(key.key_id, key.name);
    for (const connection of connections?.items ?? []) names.set(connection.client_id, connection.name);
    const keyIds = new Set(clients.flatMap(({ key_id: id }) => (id === null || names.has(id) ? [] : id)));
    await Promise.all(
      [...keyIds].slice(0, MAX_REQUESTED_KEYS).map(async (id) => {
        const key = await nullIfNotFound(
          api.request<ListedKey & { revoked_at: string | null }>({
            path: `${KEYS_PATH}/${id}`,
            query: { include_revoked: 'true' },
          }),
        );
        if (key === null) deleted.add(id);
        else names.set(id, key.name);
        if (key !== null && key.revoked_at !== null) revoked.add(id);
      }),
    );
  } catch (error) {
    if (!(error instanceof ApiError) || error.status < 500) throw error;
  }
  return ({ client_id: clientId, key_id: keyId }) => {
    if (keyId !== null) {
      const ending = keyId.slice(-ENDING_LENGTH);
      const name = names.get(keyId) ?? `…${ending}`;
      if (deleted.has(keyId)) return texts.deletedKey(ending);
      return revoked.has(keyId) ? texts.revokedKey(name) : texts.key(name);
    }
    if (clientId === PORTAL_CLIENT_ID) return texts.portal;
    return names.get(clientId) ?? clientId;
  };
}
