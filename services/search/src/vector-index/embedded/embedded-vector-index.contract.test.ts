import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { createEmbeddedVectorIndex } from './embedded-vector-index.ts';
import { CONTRACT_DIMENSION, describeVectorIndexContract } from '../vector-index.contract.ts';

const root = mkdtempSync(join(tmpdir(), 'loci-vector-index-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describeVectorIndexContract({
  create: async () =>
    createEmbeddedVectorIndex({
      directory: mkdtempSync(join(root, 'index-')),
      model: 'contract/model',
      dimension: CONTRACT_DIMENSION,
      onTenantLost: (tenantId) => {
        throw new Error(`Unexpected loss of tenant ${tenantId}.`);
      },
    }),
});
