import { INTERNAL_JWKS_PATH, jwksResponse } from '@loci/contracts';
import { StreamReply, route, sendJson } from '@loci/http';
import type { Route } from '@loci/http';
import type { SigningKeyRing } from './signing-key-ring.ts';
import { toSigningKeyResource } from './signing-key.resource.ts';
import {
  promoteSigningKeyBody,
  signingKeyList,
  signingKeyParams,
  signingKeyResource,
} from './signing-key.schemas.ts';
import { JWKS_MAX_AGE_SECONDS } from './signing-key.ts';
import type { SigningKey } from './signing-key.ts';

const publicKeysOf = async (keyRing: SigningKeyRing) => (await keyRing.keys()).map((key) => key.publicKey);

export const publishedKeyRoutes = (keyRing: SigningKeyRing): Route[] => [
  route({
    method: 'get',
    path: '/oauth/jwks',
    scope: 'public',
    summary: 'The keys that verify access tokens (RFC 7517)',
    response: null,
    responseType: 'application/jwk-set+json',
    handle: async () => {
      const keys = await publicKeysOf(keyRing);
      return new StreamReply(async (response) => {
        response.setHeader('cache-control', `public, max-age=${JWKS_MAX_AGE_SECONDS}`);
        response.setHeader('access-control-allow-origin', '*');
        sendJson(response, 200, { keys });
      });
    },
  }),
  route({
    method: 'get',
    path: INTERNAL_JWKS_PATH,
    scope: 'internal',
    summary: 'The keys that verify access tokens',
    response: jwksResponse,
    handle: async () => ({ keys: await publicKeysOf(keyRing) }),
  }),
];

/** Admin API; the guard stands before the table. */
export const signingKeyRoutes = (keyRing: SigningKeyRing): Route[] => {
  const answer = async (key: SigningKey) => toSigningKeyResource(key, (await keyRing.signingKey()).keyId);
  return [
    route({
      method: 'get',
      path: '/admin/signing-keys',
      scope: 'public',
      summary: 'List published signing keys, oldest first',
      response: signingKeyList,
      errors: ['AUTH_INVALID_CREDENTIALS'],
      handle: async () => ({ items: await Promise.all((await keyRing.keys()).map(answer)) }),
    }),
    route({
      method: 'post',
      path: '/admin/signing-keys',
      scope: 'public',
      summary: 'Publish a new signing key, which does not sign yet',
      status: 201,
      response: signingKeyResource,
      errors: ['AUTH_INVALID_CREDENTIALS'],
      handle: async () => answer(await keyRing.publish()),
    }),
    route({
      method: 'post',
      path: '/admin/signing-keys/:key_id/promote',
      scope: 'public',
      summary: 'Sign with this key from now on',
      params: signingKeyParams,
      body: promoteSigningKeyBody,
      response: signingKeyResource,
      errors: ['AUTH_INVALID_CREDENTIALS', 'RES_NOT_FOUND', 'VAL_FIELD_INVALID'],
      handle: async ({ params, body }) => answer(await keyRing.promote(params.key_id, body)),
    }),
    route({
      method: 'delete',
      path: '/admin/signing-keys/:key_id',
      scope: 'public',
      summary: 'Withdraw a key, and with it the tokens that it signed',
      params: signingKeyParams,
      response: signingKeyResource,
      errors: ['AUTH_INVALID_CREDENTIALS', 'RES_NOT_FOUND', 'VAL_FIELD_INVALID'],
      handle: async ({ params }) => answer(await keyRing.retire(params.key_id)),
    }),
  ];
};
