import { isUuid } from '@loci/core';
import { ApiError } from '../api/portal-api.ts';
import type { PortalApi } from '../api/portal-api.ts';
import type { SignedInRequest } from '../sign-in/require-sign-in.ts';
import { tokenClaims } from '../sign-in/token-claims.ts';
import type { Texts } from '../texts/texts.ts';

/** Returns the name of a user for a page. */
export type NameOf = (userId: string) => string;

interface UserName {
  user_id: string;
  kind: 'member' | 'service';
  /** Null if the user must not see it. */
  email: string | null;
}

/** Maximum number of users in one request. */
const MAX_USERS = 100;

/** Start of the ID that replaces an erased user in the audit log and in the history of memories. */
const ERASED = 'erased:';

/**
 * Loads the names of all users of a page with one request for 100 users. Without the authorization server, users are shown
 * without names.
 *
 * @param userIds can contain duplicates, and IDs that are not those of users, such as `system`
 */
export async function loadUserNames(
  { api, session, locale }: Pick<SignedInRequest, 'api' | 'session' | 'locale'>,
  userIds: readonly string[],
): Promise<NameOf> {
  const own = tokenClaims(session).userId;
  const unknown = [...new Set(userIds)].filter((id) => isUuid(id) && id !== own);
  try {
    const found = await Promise.all(chunksOf(unknown, MAX_USERS).map((chunk) => requestNames(api, chunk)));
    const names = new Map(found.flatMap(({ items }) => items).map((name) => [name.user_id, name]));
    return (id) => userName(locale.texts, id, own, names);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status < 500) throw error;
    return (id) => userName(locale.texts, id, own, null);
  }
}

/**
 * Returns the email address of a member of the workspace. Null if the user is not a member, or if the signed-in user must not
 * see the address.
 */
export async function findEmail(
  { api, session }: Pick<SignedInRequest, 'api' | 'session'>,
  userId: string,
): Promise<string | null> {
  if (userId === tokenClaims(session).userId) return session.email;
  const { items } = await requestNames(api, [userId]);
  return items[0]?.email ?? null;
}

const requestNames = (api: PortalApi, userIds: readonly string[]): Promise<{ items: UserName[] }> =>
  api.request({ path: '/api/v2/auth/user-names', query: { user_ids: userIds.join(',') } });

/** @param names names of all members among the users, or null if they are unknown */
function userName(
  { people: { names: texts } }: Texts,
  id: string,
  own: string,
  names: ReadonlyMap<string, UserName> | null,
): string {
  if (id === own) return texts.you;
  if (id.startsWith(ERASED)) return texts.deleted;
  if (id === 'system' || id === 'operator') return texts[id];
  if (!isUuid(id)) return id;
  const name = names?.get(id);
  if (name?.kind === 'service') return texts.service;
  if (name?.email) return name.email;
  // The last characters of an ID are random, so they distinguish users.
  return name === undefined && names !== null ? texts.former(id.slice(-4)) : texts.other(id.slice(-4));
}

const chunksOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
