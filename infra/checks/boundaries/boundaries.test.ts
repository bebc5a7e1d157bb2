import { describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { BOUNDARY_EXCEPTIONS } from './boundary-exceptions.ts';
import { findViolations } from './find-violations.ts';
import { BOUNDARY_RULES } from './boundary-rules.ts';
import { parseSourceFile } from './source-file.ts';
import { readWorkspace } from './workspace.ts';
import type { Workspace } from './workspace.ts';

const root = join(import.meta.dirname, '..', '..', '..');

describe('the workspace', () => {
  const workspace = readWorkspace(root);

  test('contains all packages and their files', () => {
    expect(workspace.packages.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['@loci/core', '@loci/postgres']),
    );
    for (const { folder } of workspace.packages)
      expect(folder).toMatch(/^(shared|services|clients|infra)\/|^(gateway|auth-server|cli|tests)$/);
    expect(workspace.files.get('shared/postgres/src/embedded/index.ts')?.imports.length).toBeGreaterThan(3);
  });

  test('has no violation of a boundary rule', () => {
    expect(findViolations(workspace, BOUNDARY_EXCEPTIONS)).toEqual([]);
  });
});

/** Files of a small workspace without violations. Each test case adds files. */
const SOUND: Record<string, string> = {
  'shared/core/src/index.ts': "export const VERSION = '1';",
  'shared/runtime/src/index.ts': 'export const config = 1;',
  'shared/http/src/index.ts': "import express from 'express';\nexport const router = express;",
  'shared/postgres/src/index.ts':
    "import pg from 'pg';\nimport { VERSION } from '@loci/core';\nexport const pool = [pg, VERSION];",
  'shared/messaging/src/index.ts': "import { pool } from '@loci/postgres';\nexport const outbox = pool;",
  'shared/testing/src/index.ts': "import { pool } from '@loci/postgres';\nexport const database = pool;",
  'services/memory/src/index.ts': "export { createMemoryService } from './app.ts';",
  'services/memory/src/embedded.ts': 'export const embedded = 1;',
  'services/memory/src/main.ts':
    "import { createMemoryService } from './index.ts';\nprocess.exit(createMemoryService());",
  'services/memory/src/config.ts': 'export const config = 1;',
  'services/memory/src/app.ts':
    "import { memoryRoutes } from './memories/memory.routes.ts';\nexport const createMemoryService = () => memoryRoutes;",
  'services/memory/src/memories/memory.ts':
    "import { VERSION } from '@loci/core';\nexport const memory = VERSION;",
  'services/memory/src/memories/memory.repository.ts':
    "import { pool } from '@loci/postgres';\nimport { memory } from './memory.ts';\nexport const rows = [pool, memory];",
  'services/memory/src/memories/memory.schemas.ts': 'export const body = 1;',
  'services/memory/src/memories/create-memory.ts':
    "import { rows } from './memory.repository.ts';\nexport const createMemory = () => rows;",
  'services/memory/src/memories/memory.routes.ts':
    "import { router } from '@loci/http';\nimport type { rows } from './memory.repository.ts';\n" +
    "import { createMemory } from './create-memory.ts';\nexport const memoryRoutes: typeof rows = [router, createMemory];",
  'services/memory/src/tags/tag.repository.ts': 'export const tags = 1;',
  'services/memory/src/vector-index/vector-index.ts': 'export interface VectorIndex { close(): void }',
  'services/memory/src/vector-index/vector-index.contract.ts':
    "import { test } from '@jest/globals';\nexport const describeVectorIndexContract = test;",
  'services/memory/src/vector-index/qdrant.ts':
    "import { QdrantClient } from '@qdrant/js-client-rest';\nexport const q = QdrantClient;",
  'services/graph/src/index.ts': 'export const graph = 1;',
  'clients/typescript/src/index.ts': 'export class Loci {}',
  'clients/adapter/src/index.ts':
    "import { Loci } from '@loci/client';\nimport { tool } from 'framework';\nexport const tools = [Loci, tool];",
  'services/standalone/src/main.ts':
    "import { createMemoryService } from '@loci/memory-service';\nimport { embedded } from '@loci/memory-service/embedded';\n" +
    'process.exit(createMemoryService(embedded));',
};

/**
 * Creates the workspace with added files.
 *
 * @param declared additional dependencies of the packages with added files
 */
function workspaceWith(added: Record<string, string>, declared: readonly string[] = []): Workspace {
  const package_ = (
    name: string,
    folder: string,
    dependencies: string[],
    exports_: Record<string, string> = {},
  ) => ({
    name,
    folder,
    exports: { '.': './src/index.ts', ...exports_ },
    dependencies: new Set([
      ...dependencies,
      ...(Object.keys(added).some((path) => path.startsWith(`${folder}/`)) ? declared : []),
    ]),
    peerDependencies: new Set(folder === 'clients/adapter' ? ['@loci/client', 'framework'] : []),
  });
  return {
    packages: [
      package_('@loci/core', 'shared/core', []),
      package_('@loci/runtime', 'shared/runtime', []),
      package_('@loci/http', 'shared/http', ['express']),
      package_('@loci/postgres', 'shared/postgres', ['pg', '@loci/core']),
      package_('@loci/messaging', 'shared/messaging', ['@loci/postgres']),
      package_('@loci/testing', 'shared/testing', ['@loci/postgres']),
      package_(
        '@loci/memory-service',
        'services/memory',
        [
          '@loci/core',
          '@loci/http',
          '@loci/postgres',
          '@loci/graph-service',
          '@loci/testing',
          '@qdrant/js-client-rest',
          'express',
          'pg',
        ],
        { './embedded': './src/embedded.ts' },
      ),
      package_('@loci/graph-service', 'services/graph', []),
      package_('@loci/client', 'clients/typescript', ['@loci/core']),
      package_('@loci/adapter', 'clients/adapter', ['@loci/client', '@loci/core', 'framework', 'lodash']),
      package_('@loci/standalone', 'services/standalone', ['@loci/memory-service']),
    ],
    files: new Map(
      Object.entries({ ...SOUND, ...added }).map(
        ([path, text]) => [path, parseSourceFile(path, text)] as const,
      ),
    ),
    testDependencies: new Set(['@jest/globals']),
  };
}

const MEMORIES = 'services/memory/src/memories';

/** Files that violate exactly one rule. `dependency` is declared in the package of the file. */
const SEEDED: readonly [rule: string, path: string, text: string, dependency?: string][] = [
  ['resolvable', `${MEMORIES}/a.ts`, "import { gone } from './gone.ts';"],
  ['resolvable', `${MEMORIES}/a.ts`, "import { VERSION } from '@loci/core/src/index.ts';"],
  ['resolvable', `${MEMORIES}/a.ts`, "import { x } from '@loci/absent';"],
  ['client imports its own files', 'clients/typescript/src/a.ts', "import { join } from 'node:path';"],
  ['client imports its own files', 'clients/typescript/src/a.ts', "import { VERSION } from '@loci/core';"],
  ['client imports its own files', 'clients/adapter/src/a.ts', "import { VERSION } from '@loci/core';"],
  ['client imports its own files', 'clients/adapter/src/a.ts', "import lodash from 'lodash';"],
  ['client imports its own files', 'clients/adapter/src/a.ts', "import { join } from 'node:path';"],
  ['declared dependency', `${MEMORIES}/a.ts`, "import lodash from 'lodash';"],
  ['declared dependency', 'services/graph/src/a.ts', "export { VERSION } from '@loci/core';"],
  ['declared dependency', `${MEMORIES}/a.ts`, "import { test } from '@jest/globals';"],
  [
    'no path into another package',
    `${MEMORIES}/a.ts`,
    "import { VERSION } from '../../../../shared/core/src/index.ts';",
  ],
  ['service to service', `${MEMORIES}/a.ts`, "import type { graph } from '@loci/graph-service';"],
  ['service to service', `${MEMORIES}/a.ts`, "const graph = await import('@loci/graph-service');"],
  [
    'shared to service',
    'shared/core/src/a.ts',
    "import { graph } from '@loci/graph-service';",
    '@loci/graph-service',
  ],
  [
    'foundations import foundations',
    'shared/runtime/src/a.ts',
    "import { router } from '@loci/http';",
    '@loci/http',
  ],
  [
    'foundations import foundations',
    'shared/runtime/src/a.ts',
    "import type { outbox } from '@loci/messaging';",
    '@loci/messaging',
  ],
  ['no import of main.ts', 'services/memory/src/a.ts', "import './main.ts';"],
  ['test code stays in tests', `${MEMORIES}/a.ts`, "import { database } from '@loci/testing';"],
  [
    'test code stays in tests',
    `${MEMORIES}/a.ts`,
    "import { x } from '../vector-index/vector-index.contract.ts';",
  ],
  ['app without adapters', 'services/memory/src/app.ts', "import { embedded } from './embedded.ts';"],
  ['app without adapters', 'services/memory/src/app.ts', "import { config } from './config.ts';"],
  [
    'driver only in its adapter',
    'services/memory/src/vector-index/scan.ts',
    "import { Q } from '@qdrant/js-client-rest';",
  ],
  ['driver only in its adapter', `${MEMORIES}/list-memories.ts`, "import pg from 'pg';"],
  ['driver only in its adapter', `${MEMORIES}/a.ts`, "import { DatabaseSync } from 'node:sqlite';"],
  [
    'ports import types',
    'services/memory/src/vector-index/vector-index.ts',
    "import { readFile } from 'node:fs';",
  ],
  ['routes call use cases', `${MEMORIES}/memory.routes.ts`, "import { rows } from './memory.repository.ts';"],
  ['use cases without HTTP', `${MEMORIES}/create-memory.ts`, "import type { Request } from 'express';"],
  ['use cases without HTTP', 'services/memory/src/consumers/on-x.ts', "import express from 'express';"],
  [
    'repository: SQL and domain',
    `${MEMORIES}/memory.repository.ts`,
    "import { body } from './memory.schemas.ts';",
  ],
  ['domain imports its folder and core', `${MEMORIES}/memory.ts`, "import { pool } from '@loci/postgres';"],
  ['domain imports its folder and core', `${MEMORIES}/memory.ts`, "import { readFile } from 'node:fs';"],
  [
    'feature to feature',
    `${MEMORIES}/memory.resource.ts`,
    "import { tags } from '../tags/tag.repository.ts';",
  ],
  ['feature to feature', 'services/memory/src/tags/tag.routes.ts', "import '../memories/memory.routes.ts';"],
  ['no default export', `${MEMORIES}/a.ts`, 'export default 1;'],
  ['no default export', `${MEMORIES}/a.ts`, 'export default function a() {}'],
  ['no default export', `${MEMORIES}/a.ts`, 'const a = 1;\nexport { a as default };'],
  ['process only in main.ts', `${MEMORIES}/a.ts`, "export const home = process.env['HOME'];"],
  ['no cycle', 'shared/postgres/src/a.ts', "import { outbox } from '@loci/messaging';", '@loci/messaging'],
  ['no cycle', 'shared/postgres/src/a.test.ts', "import { database } from '@loci/testing';"],
];

describe('findViolations', () => {
  test('reports nothing for a workspace without violations', () => {
    expect(findViolations(workspaceWith({}))).toEqual([]);
  });

  test.each(
    SEEDED.map(
      ([rule, path, text, dependency]) => [rule, path, text, dependency ? [dependency] : []] as const,
    ),
  )('finds a violation of "%s" in %s: %s', (rule, path, text, declared) => {
    const violations = findViolations(workspaceWith({ [path]: text }, declared));
    expect(violations).not.toEqual([]);
    expect(violations.filter((violation) => !violation.includes(` ${rule}: `))).toEqual([]);
  });

  test('reports a cycle of declared dependencies', () => {
    const path = 'shared/postgres/src/a.ts';
    expect(findViolations(workspaceWith({ [path]: '' }, ['@loci/testing']))).toEqual([
      expect.stringContaining('@loci/postgres no cycle: @loci/postgres -> @loci/testing -> @loci/postgres'),
      expect.stringContaining('@loci/testing no cycle: @loci/testing -> @loci/postgres -> @loci/testing'),
    ]);
  });

  describe('with an exception', () => {
    const file = `${MEMORIES}/memory.routes.ts`;
    const specifier = './memory.repository.ts';
    const exception = { file, rule: 'routes call use cases', specifier, reason: 'seeded' };

    test('accepts the violation that the exception names', () => {
      const broken = workspaceWith({ [file]: `import { rows } from '${specifier}';` });
      expect(findViolations(broken, [exception])).toEqual([]);
    });

    test('reports an exception without a violation', () => {
      expect(findViolations(workspaceWith({}), [exception])).toEqual([
        expect.stringContaining('unused exception'),
      ]);
    });
  });

  test('is tested with a seeded violation of every rule', () => {
    const seeded = new Set(SEEDED.map(([rule]) => rule));
    expect(BOUNDARY_RULES.map(({ name }) => name).filter((name) => !seeded.has(name))).toEqual([]);
  });
});
