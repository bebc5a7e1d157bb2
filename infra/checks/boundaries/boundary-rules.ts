import { posix } from 'node:path';
import {
  featureOf,
  isDomain,
  isInternalExport,
  isPort,
  isServiceFolder,
  isTest,
  isUseCase,
  roleOf,
} from './file-role.ts';
import { packageOf } from './resolve-import.ts';
import type { Target } from './resolve-import.ts';
import type { Import, SourceFile } from './source-file.ts';
import type { Workspace } from './workspace.ts';

/** One import, and where it leads. */
export interface Edge {
  workspace: Workspace;
  file: SourceFile;
  import: Import;
  target: Target;
}

export interface BoundaryRule {
  name: string;
  reason: string;
  forbids(edge: Edge): boolean;
}

/** Which files may load which driver. Everything else sees the port. */
const DRIVERS: Readonly<Record<string, RegExp>> = {
  pg: /^shared\/postgres\//,
  kafkajs: /\/kafka[^/]*(\/|\.ts$)/,
  '@elastic/elasticsearch': /\/elasticsearch[^/]*(\/|\.ts$)/,
  '@qdrant/js-client-rest': /\/qdrant[^/]*(\/|\.ts$)/,
  'neo4j-driver': /\/neo4j[^/]*(\/|\.ts$)/,
  '@aws-sdk/client-s3': /\/s3[^/]*(\/|\.ts$)/,
  'node:sqlite': /\/(embedded|sqlite)[^/]*(\/|\.ts$)/,
};

/** What a pure rule may use of Node and npm: no files, no network, no clock. */
const COMPUTES_ONLY = new Set(['node:crypto', 'node:util', 'jose']);

/** Packages at the bottom of the workspace: errors and ids, concurrency, and the foundations of a process. */
const FOUNDATIONS = new Set(['@loci/core', '@loci/async', '@loci/runtime']);

const ADAPTER_FILE = /\/(embedded|kafka|elasticsearch|qdrant|neo4j|s3)[^/]*\.ts$/;

/** @see STYLE.md section 3 */
export const BOUNDARY_RULES: readonly BoundaryRule[] = [
  {
    name: 'resolvable',
    reason: 'an import that leads nowhere makes every other rule pass',
    forbids: ({ target }) => target.kind === 'unresolved',
  },
  {
    name: 'declared dependency',
    reason: 'hoisting lets undeclared packages work until another package stops needing them',
    forbids: ({ workspace, file, target }) => {
      const own = packageOf(workspace, file.path);
      const name =
        target.kind === 'package' ? target.name : target.kind === 'file' ? target.package?.name : undefined;
      if (name === undefined || name === own?.name) return false;
      if (own?.dependencies.has(name) === true) return false;
      return !(
        (isTest(file.path) || own === undefined) &&
        (workspace.testDependencies.has(name) || name.startsWith('@loci/'))
      );
    },
  },
  {
    name: 'no path into another package',
    reason: 'a relative path goes around the exports of the package',
    forbids: ({ workspace, file, import: { specifier }, target }) =>
      specifier.startsWith('.') &&
      target.kind === 'file' &&
      target.package !== undefined &&
      target.package !== packageOf(workspace, file.path),
  },
  {
    name: 'service to service',
    reason: 'services meet over shared/contracts and events, so that each can run alone',
    forbids: ({ workspace, file, target }) => {
      const own = packageOf(workspace, file.path);
      if (own === undefined || own.folder === 'services/standalone' || !isServiceFolder(own.folder))
        return false;
      return (
        target.kind === 'file' &&
        target.package !== undefined &&
        target.package !== own &&
        isServiceFolder(target.package.folder)
      );
    },
  },
  {
    name: 'shared to service',
    reason: 'what everybody uses cannot know its users',
    forbids: ({ file, target }) =>
      file.path.startsWith('shared/') &&
      target.kind === 'file' &&
      target.package !== undefined &&
      isServiceFolder(target.package.folder),
  },
  {
    name: 'foundations at the bottom',
    reason:
      'every process and command loads the foundations, so they must not load HTTP, messaging or a driver',
    forbids: ({ workspace, file, target }) =>
      FOUNDATIONS.has(packageOf(workspace, file.path)?.name ?? '') &&
      !isTest(file.path) &&
      target.kind === 'file' &&
      target.package !== undefined &&
      !FOUNDATIONS.has(target.package.name) &&
      !isServiceFolder(target.package.folder),
  },
  {
    name: 'main only starts',
    reason: 'whoever imports main.ts starts a process',
    forbids: ({ target }) => target.kind === 'file' && posix.basename(target.path) === 'main.ts',
  },
  {
    name: 'test code stays in tests',
    reason: 'contract suites and test clusters are no part of the product',
    forbids: ({ file, target }) =>
      !isTest(file.path) &&
      target.kind === 'file' &&
      (isTest(target.path) || target.package?.name === '@loci/testing'),
  },
  {
    name: 'app without adapters',
    reason: 'app.ts is given its ports; adapters.ts alone chooses, so that both ways to run share it',
    forbids: ({ file, import: { typeOnly, specifier }, target }) =>
      posix.basename(file.path) === 'app.ts' &&
      !typeOnly &&
      (specifier.endsWith('/embedded') ||
        (target.kind === 'file' &&
          (ADAPTER_FILE.test(target.path) || /\/(config|adapters)\.ts$/.test(target.path)))),
  },
  {
    name: 'driver only in its adapter',
    reason: 'nothing above the port may know which engine runs',
    forbids: ({ file, import: { typeOnly }, target }) => {
      if (target.kind !== 'package' && target.kind !== 'node') return false;
      const allowed = DRIVERS[target.name];
      return allowed !== undefined && !typeOnly && !isTest(file.path) && !allowed.test(file.path);
    },
  },
  {
    name: 'port holds types',
    reason: 'a port that loads something makes every user load it',
    forbids: ({ workspace, file, import: { typeOnly }, target }) =>
      isPort(workspace, file.path) && !typeOnly && (target.kind === 'package' || target.kind === 'node'),
  },
  {
    name: 'routes call use cases',
    reason: 'a route that reaches the store skips the rules of the use case',
    forbids: ({ file, import: { typeOnly }, target }) =>
      roleOf(file.path) === 'routes' &&
      !isInternalExport(file.path) &&
      !typeOnly &&
      ((target.kind === 'file' &&
        (roleOf(target.path) === 'repository' || target.package?.name === '@loci/postgres')) ||
        (target.kind === 'package' && target.name in DRIVERS)),
  },
  {
    name: 'use cases know no HTTP',
    reason: 'the same use case serves REST, MCP and events',
    forbids: ({ file, target }) =>
      isUseCase(file.path) &&
      !isTest(file.path) &&
      ((target.kind === 'package' && target.name === 'express') ||
        (target.kind === 'file' && roleOf(target.path) === 'routes')),
  },
  {
    name: 'repository: SQL and domain',
    reason: 'rows become domain objects once; the wire is somebody else’s',
    forbids: ({ file, import: { typeOnly }, target }) =>
      roleOf(file.path) === 'repository' &&
      ((target.kind === 'package' && target.name === 'express') ||
        (target.kind === 'file' &&
          (['routes', 'schemas', 'resource'].includes(roleOf(target.path)) ||
            (target.package?.name === '@loci/http' && !typeOnly)))),
  },
  {
    name: 'domain imports its folder and core',
    reason: 'pure rules need neither a store nor a framework',
    forbids: ({ workspace, file, import: { typeOnly }, target }) => {
      if (!isDomain(workspace, file.path) || typeOnly) return false;
      if (target.kind === 'unresolved') return false;
      if (target.kind !== 'file') return !COMPUTES_ONLY.has(target.name);
      if (['@loci/core', '@loci/contracts'].includes(target.package?.name ?? '')) return false;
      return posix.dirname(target.path) !== posix.dirname(file.path);
    },
  },
  {
    name: 'feature to feature',
    reason:
      'another feature is met by its domain and use cases; its routes are its own, and only use cases share a transaction',
    forbids: ({ file, import: { typeOnly }, target }) => {
      const own = featureOf(file.path);
      if (own === undefined || typeOnly || isTest(file.path) || isInternalExport(file.path)) return false;
      if (target.kind !== 'file') return false;
      const other = featureOf(target.path);
      if (other === undefined || other === own) return false;
      // A tenant and its first user are one transaction: a use case may write into the other feature's table,
      // through that feature's repository, where the SQL stays in one place; a repository may reuse its columns.
      const role = roleOf(target.path);
      return role === 'routes' || (role === 'repository' && !['', 'repository'].includes(roleOf(file.path)));
    },
  },
];
