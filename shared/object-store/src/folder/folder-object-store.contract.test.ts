import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { createFolderObjectStore } from './folder-object-store.ts';
import { describeObjectStoreContract } from '../object-store.contract.ts';

const root = mkdtempSync(join(tmpdir(), 'loci-object-store-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describeObjectStoreContract({
  create: () => createFolderObjectStore({ directory: mkdtempSync(join(root, 'store-')) }),
});
