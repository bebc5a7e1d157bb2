import type { PortalApi } from '../api/portal-api.ts';
import { ApiError } from '../api/portal-api.ts';
import type { Texts } from '../texts/texts.ts';
import type { Pagination } from '../pages/list-pages.ts';

export const MEMBERS_PATH = '/api/v2/auth/members';

/** A member as the API returns it. */
export interface ListedMember {
  user_id: string;
  /** Null if the account was deleted. */
  email: string | null;
  role: string;
  created_at: string;
}

/** One page of a list of the API. */
export interface ListPage<Item> {
  items: Item[];
  pagination: Pagination;
}

/** Loads a page of at most 100 items. */
export const loadPage = <Item>(
  api: PortalApi,
  path: string,
  query: Record<string, string>,
): Promise<ListPage<Item>> => api.request({ path, query: { per_page: '100', ...query } });

/** Loads a member. @throws ApiError with 403 if the signed-in user is not an owner, with 404 if the user is not a member */
export const loadMember = (api: PortalApi, userId: string): Promise<ListedMember> =>
  api.request({ path: `${MEMBERS_PATH}/${userId}` });

/** Returns the email address of a member, or a replacement for the service user. */
export const memberName = ({ people }: Texts, { email }: ListedMember): string =>
  email ?? people.withoutEmail;

/** Loads the first 100 members. Returns none if the user is not an owner, who cannot list them. */
export async function loadMembersIfOwner(api: PortalApi): Promise<ListedMember[]> {
  try {
    return (await loadPage<ListedMember>(api, MEMBERS_PATH, {})).items;
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return [];
    throw error;
  }
}
