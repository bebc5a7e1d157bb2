import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { createEmbeddedKeywordIndex } from './embedded-keyword-index.ts';
import { describeKeywordIndexContract } from '../keyword-index.contract.ts';

const root = mkdtempSync(join(tmpdir(), 'loci-keyword-index-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describeKeywordIndexContract({
  create: async () =>
    createEmbeddedKeywordIndex({
      directory: mkdtempSync(join(root, 'index-')),
      onTenantLost: (tenantId) => {
        throw new Error(`Unexpected loss of tenant ${tenantId}.`);
      },
    }),
});
