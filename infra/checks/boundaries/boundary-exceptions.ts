import type { BoundaryException } from './find-violations.ts';

const PLAIN_LIST = 'a plain list, for which a use case would only call the repository';

/** Allowed violations of the boundary rules. */
export const BOUNDARY_EXCEPTIONS: readonly BoundaryException[] = [
  ...['api-keys/api-key', 'tenants/tenant', 'users/user'].map((name) => ({
    file: `auth-server/src/${name}.routes.ts`,
    rule: 'routes call use cases',
    specifier: `./${name.split('/')[1]}.repository.ts`,
    reason: PLAIN_LIST,
  })),
  ...['erasures/erasure', 'tenant-deletion/deletion-record', 'tenant-deletion/tenant-deletion'].map(
    (name) => ({
      file: `auth-server/src/${name}.ts`,
      rule: 'domain imports its folder and core',
      specifier: '../receipts/receipt.ts',
      reason: 'pure functions for the receipts of both kinds of deletions',
    }),
  ),
  {
    file: 'services/memory/src/tags/tag.routes.ts',
    rule: 'feature to feature',
    specifier: '../memories/memory.routes.ts',
    reason: 'the memories of a tag have the same response as the list of memories',
  },
];
