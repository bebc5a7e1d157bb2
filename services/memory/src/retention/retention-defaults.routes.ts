import { route } from '@loci/http';
import type { Route } from '@loci/http';
import { replaceRetentionDefaults } from './replace-retention-defaults.ts';
import type { ReplaceRetentionDefaultsDeps } from './replace-retention-defaults.ts';
import type { RetentionDefaultsRepository } from './retention-defaults.repository.ts';
import {
  retentionDefaultsBody,
  retentionDefaultsResource,
  toRetentionDefaults,
  toRetentionDefaultsResource,
} from './retention-defaults.schemas.ts';

export type RetentionDefaultsDeps = ReplaceRetentionDefaultsDeps & {
  retentionDefaults: Pick<RetentionDefaultsRepository, 'find'>;
};

export const retentionDefaultsRoutes = (deps: RetentionDefaultsDeps): Route[] => [
  route({
    method: 'get',
    path: '/api/v2/settings/retention',
    scope: 'read',
    summary: 'Get the retention defaults',
    operationId: 'getRetentionDefaults',
    description: 'Returns the lifetime of new memories by type.',
    response: retentionDefaultsResource,
    handle: async ({ caller: { tenantId } }) =>
      toRetentionDefaultsResource(
        await deps.inTransaction(tenantId, (tx) => deps.retentionDefaults.find(tx, tenantId)),
      ),
  }),
  route({
    method: 'put',
    path: '/api/v2/settings/retention',
    scope: 'write',
    summary: 'Replace the retention defaults',
    operationId: 'replaceRetentionDefaults',
    description:
      'Sets the lifetime of new memories by type. Existing memories, pinned memories and memories with their own expiry are not changed.',
    body: retentionDefaultsBody,
    response: retentionDefaultsResource,
    errors: ['AUTH_FORBIDDEN'],
    example: { body: { defaults: [{ memory_type: 'conversation', ttl_seconds: 86_400 }] } },
    handle: async ({ caller, body }) => {
      const defaults = toRetentionDefaults(body);
      await replaceRetentionDefaults(deps, caller, defaults);
      return toRetentionDefaultsResource(defaults);
    },
  }),
];
