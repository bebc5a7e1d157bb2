import { describe, expect, test } from '@jest/globals';
import { ApiError } from '../api/portal-api.ts';
import type { ApiRequest, PortalApi } from '../api/portal-api.ts';
import type { Session } from '../sessions/session.ts';
import { localeOf } from '../texts/texts.ts';
import { loadUserNames } from './user-names.ts';

const uuid = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const OWN = uuid(1);

const session = {
  accessToken: `x.${Buffer.from(JSON.stringify({ sub: OWN, role: 'owner', gid: 'g' })).toString('base64url')}.x`,
} as Session;

function createApi(respond: (ids: string[]) => object[]) {
  const requests: ApiRequest[] = [];
  const api = {
    request: (request: ApiRequest) => {
      requests.push(request);
      return Promise.resolve({ items: respond(request.query!['user_ids']!.split(',')) });
    },
  } as unknown as PortalApi;
  return { signedIn: { api, session, locale: localeOf('en') }, requests };
}

describe('loadUserNames', () => {
  test('requests the names of all other users once', async () => {
    const { signedIn, requests } = createApi((ids) =>
      ids.map((id) => ({ user_id: id, kind: 'member', email: `${id.slice(-2)}@example.com` })),
    );
    const nameOf = await loadUserNames(signedIn, [uuid(2), OWN, uuid(2), uuid(3), 'system', 'erased:0123']);
    expect(requests.map(({ query }) => query)).toEqual([{ user_ids: `${uuid(2)},${uuid(3)}` }]);
    expect([OWN, uuid(2), 'system', 'operator', 'erased:0123'].map(nameOf)).toEqual([
      'You',
      '02@example.com',
      'Loci',
      'Operator of the server',
      'Deleted user',
    ]);
  });

  test('requests nothing for a page with only own changes', async () => {
    const { signedIn, requests } = createApi(() => []);
    expect((await loadUserNames(signedIn, [OWN, OWN]))(OWN)).toBe('You');
    expect(requests).toEqual([]);
  });

  test('requests at most 100 users at once', async () => {
    const { signedIn, requests } = createApi(() => []);
    await loadUserNames(
      signedIn,
      Array.from({ length: 150 }, (_, index) => uuid(index + 2)),
    );
    expect(requests.map(({ query }) => query!['user_ids']!.split(',').length)).toEqual([100, 50]);
  });

  test('distinguishes users without a visible name by the end of their ID', async () => {
    const { signedIn } = createApi(() => [
      { user_id: uuid(2), kind: 'member', email: null },
      { user_id: uuid(3), kind: 'service', email: null },
    ]);
    const nameOf = await loadUserNames(signedIn, [uuid(2), uuid(3), uuid(4)]);
    expect([uuid(2), uuid(3), uuid(4)].map(nameOf)).toEqual([
      'Another person (0002)',
      'Workspace (API key)',
      'Former member (0004)',
    ]);
  });

  test('shows users without names if the API does not respond', async () => {
    const { signedIn } = createApi(() => {
      throw new ApiError(503, 'SYS_SERVICE_UNAVAILABLE', 'x');
    });
    expect((await loadUserNames(signedIn, [uuid(2)]))(uuid(2))).toBe('Another person (0002)');
  });
});
