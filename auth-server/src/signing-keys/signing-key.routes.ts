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

const listPublicKeys = async (keyRing: SigningKeyRing) => (await keyRing.keys()).map((key) => key.publicKey);

/** Operations that return the public keys. One is for all clients and one is internal, for gateways. */
export const publishedKeyRoutes = (keyRing: SigningKeyRing): Route[] => [
  route({
    method: 'get',
    path: '/oauth/jwks',
    scope: 'public',
    summary: 'Get the public signing keys as a JWKS (RFC 7517)',
    response: null,
    responseType: 'application/jwk-set+json',
    handle: async () => {
      const keys = await listPublicKeys(keyRing);
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
    summary: 'Get the public signing keys',
    response: jwksResponse,
    handle: async () => ({ keys: await listPublicKeys(keyRing) }),
  }),
];

/** Admin API operations on signing keys. The caller must mount `requireAdmin` before them. */
export const signingKeyRoutes = (keyRing: SigningKeyRing): Route[] => {
  const toResource = async (key: SigningKey) => toSigningKeyResource(key, (await keyRing.signingKey()).keyId);
  return [
    route({
      method: 'get',
      path: '/admin/signing-keys',
      scope: 'public',
      summary: 'List published signing keys, oldest first',
      response: signingKeyList,
      errors: ['AUTH_INVALID_CREDENTIALS'],
      handle: async () => ({ items: await Promise.all((await keyRing.keys()).map(toResource)) }),
    }),
    route({
      method: 'post',
      path: '/admin/signing-keys',
      scope: 'public',
      summary: 'Create and publish a signing key, which is not active yet',
      status: 201,
      response: signingKeyResource,
      errors: ['AUTH_INVALID_CREDENTIALS'],
      handle: async () => toResource(await keyRing.publish()),
    }),
    route({
      method: 'post',
      path: '/admin/signing-keys/:key_id/promote',
      scope: 'public',
      summary: 'Make a signing key the active one',
      params: signingKeyParams,
      body: promoteSigningKeyBody,
      response: signingKeyResource,
      errors: ['AUTH_INVALID_CREDENTIALS', 'RES_NOT_FOUND', 'VAL_FIELD_INVALID'],
      handle: async ({ params, body }) => toResource(await keyRing.promote(params.key_id, body)),
    }),
    route({
      method: 'delete',
      path: '/admin/signing-keys/:key_id',
      scope: 'public',
      summary: 'Withdraw a signing key, which invalidates its tokens',
      params: signingKeyParams,
      response: signingKeyResource,
      errors: ['AUTH_INVALID_CREDENTIALS', 'RES_NOT_FOUND', 'VAL_FIELD_INVALID'],
      handle: async ({ params }) => toResource(await keyRing.retire(params.key_id)),
    }),
  ];
};
