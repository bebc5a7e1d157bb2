import {
  componentNames,
  secretFilterRequest,
  secretFilterResponse,
  secretFilterSetting,
} from '@loci/contracts';
import { route } from '@loci/http';
import type { Route } from '@loci/http';
import { z } from 'zod';
import { replaceSecretFilter } from './replace-secret-filter.ts';
import type { ReplaceSecretFilterDeps } from './replace-secret-filter.ts';
import type { SecretFilterRepository } from './secret-filter.repository.ts';

export type SecretFilterDeps = ReplaceSecretFilterDeps & {
  secretFilters: Pick<SecretFilterRepository, 'find'>;
};

const action = secretFilterSetting.describe(
  '`redact` replaces secrets in writes, `reject` rejects writes with secrets, and `off` accepts them.',
);

const secretFilterBody = z.object({ action });
const secretFilterResource = z.object({ action }).register(componentNames, { name: 'SecretFilter' });

/** Operations of the setting. The gateway reads it with the internal one. @see docs/reference/secret-filter.md */
export const secretFilterRoutes = (deps: SecretFilterDeps): Route[] => [
  route({
    method: 'get',
    path: '/api/v2/settings/secret-filter',
    scope: 'read',
    summary: 'Get the secret filter',
    operationId: 'getSecretFilter',
    description: 'Returns what happens to writes with secrets, such as keys and passwords.',
    response: secretFilterResource,
    handle: async ({ caller: { tenantId } }) => ({
      action: await deps.inTransaction(tenantId, (tx) => deps.secretFilters.find(tx, tenantId)),
    }),
  }),
  route({
    method: 'put',
    path: '/api/v2/settings/secret-filter',
    scope: 'write',
    summary: 'Replace the secret filter',
    operationId: 'replaceSecretFilter',
    description: 'Sets what happens to later writes with secrets. Stored data does not change.',
    body: secretFilterBody,
    response: secretFilterResource,
    errors: ['AUTH_FORBIDDEN'],
    example: { body: { action: 'redact' } },
    handle: async ({ caller, body }) => {
      await replaceSecretFilter(deps, caller, body.action);
      return body;
    },
  }),
  route({
    method: 'post',
    path: '/internal/memory/secret-filter',
    scope: 'internal',
    summary: 'Get the secret filter of a tenant',
    body: secretFilterRequest,
    response: secretFilterResponse,
    handle: async ({ body: { tenant_id: tenantId } }) => ({
      action: await deps.inTransaction(tenantId, (tx) => deps.secretFilters.find(tx, tenantId)),
    }),
  }),
];
