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

/** An import statement with the file or package that it resolves to. */
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

/** Paths of the files that may import a driver, by driver. All other code uses the port. */
const DRIVERS: Readonly<Record<string, RegExp>> = {
  pg: /^shared\/postgres\//,
  kafkajs: /\/kafka[^/]*(\/|\.ts$)/,
  '@elastic/elasticsearch': /\/elasticsearch[^/]*(\/|\.ts$)/,
  '@qdrant/js-client-rest': /\/qdrant[^/]*(\/|\.ts$)/,
  'neo4j-driver': /\/neo4j[^/]*(\/|\.ts$)/,
  '@aws-sdk/client-s3': /\/s3[^/]*(\/|\.ts$)/,
  '@opentelemetry/api': /^shared\/telemetry\//,
  '@opentelemetry/sdk-trace': /^shared\/telemetry\//,
  '@opentelemetry/sdk-metrics': /^shared\/telemetry\//,
  'node:sqlite': /\/(embedded|sqlite)[^/]*(\/|\.ts$)/,
};

/** Modules that domain code may import, because they do not access files, the network or the clock. */
const COMPUTES_ONLY = new Set(['node:crypto', 'node:util', 'jose']);

/** Packages that every process loads: errors and ids, concurrency, configuration, logging and traces. */
const FOUNDATIONS = new Set(['@loci/core', '@loci/async', '@loci/runtime', '@loci/telemetry']);

const ADAPTER_FILE = /\/(embedded|kafka|elasticsearch|qdrant|neo4j|s3)[^/]*\.ts$/;

/** All boundary rules. `boundaries.test.ts` has a seeded violation of each rule. */
export const BOUNDARY_RULES: readonly BoundaryRule[] = [
  {
    name: 'resolvable',
    reason: 'all other rules ignore an unresolved import',
    forbids: ({ target }) => target.kind === 'unresolved',
  },
  {
    name: 'declared dependency',
    reason: 'an undeclared package resolves only while another package depends on it',
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
    reason: 'a relative path bypasses the exports of the package',
    forbids: ({ workspace, file, import: { specifier }, target }) =>
      specifier.startsWith('.') &&
      target.kind === 'file' &&
      target.package !== undefined &&
      target.package !== packageOf(workspace, file.path),
  },
  {
    name: 'service to service',
    reason: 'services communicate through shared/contracts and events, so that each can run separately',
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
    reason: 'shared packages must not depend on services',
    forbids: ({ file, target }) =>
      file.path.startsWith('shared/') &&
      target.kind === 'file' &&
      target.package !== undefined &&
      isServiceFolder(target.package.folder),
  },
  {
    name: 'foundations import foundations',
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
    name: 'client imports its own files',
    reason:
      'clients run in browsers and edge runtimes, and depend only on packages that the application installs',
    forbids: ({ workspace, file, target }) => {
      const own = packageOf(workspace, file.path);
      if (!/^clients\/[^/]+\/src\//.test(file.path) || isTest(file.path)) return false;
      if (target.kind === 'unresolved' || own === undefined) return false;
      if (target.kind === 'node') return true;
      const name = target.kind === 'package' ? target.name : target.package?.name;
      return name === undefined || (name !== own.name && !own.peerDependencies.has(name));
    },
  },
  {
    name: 'no import of main.ts',
    reason: 'importing main.ts starts a process',
    forbids: ({ target }) => target.kind === 'file' && posix.basename(target.path) === 'main.ts',
  },
  {
    name: 'test code stays in tests',
    reason: 'test support is not part of the product',
    forbids: ({ file, target }) =>
      !isTest(file.path) &&
      target.kind === 'file' &&
      (isTest(target.path) || target.package?.name === '@loci/testing'),
  },
  {
    name: 'app without adapters',
    reason: 'app.ts receives its ports; only adapters.ts chooses adapters, so that both modes share app.ts',
    forbids: ({ file, import: { typeOnly, specifier }, target }) =>
      posix.basename(file.path) === 'app.ts' &&
      !typeOnly &&
      (specifier.endsWith('/embedded') ||
        (target.kind === 'file' &&
          (ADAPTER_FILE.test(target.path) || /\/(config|adapters)\.ts$/.test(target.path)))),
  },
  {
    name: 'driver only in its adapter',
    reason: 'code above the port must not depend on an engine',
    forbids: ({ file, import: { typeOnly }, target }) => {
      if (target.kind !== 'package' && target.kind !== 'node') return false;
      const allowed = DRIVERS[target.name];
      // The chaos test compares the stores directly, without the adapters under test.
      if (file.path.startsWith('infra/chaos/')) return false;
      return allowed !== undefined && !typeOnly && !isTest(file.path) && !allowed.test(file.path);
    },
  },
  {
    name: 'ports import types',
    reason: 'importing a port must not load a driver',
    forbids: ({ workspace, file, import: { typeOnly }, target }) =>
      isPort(workspace, file.path) && !typeOnly && (target.kind === 'package' || target.kind === 'node'),
  },
  {
    name: 'routes call use cases',
    reason: 'a route that accesses the store bypasses the rules of the use case',
    forbids: ({ file, import: { typeOnly }, target }) =>
      roleOf(file.path) === 'routes' &&
      !isInternalExport(file.path) &&
      !typeOnly &&
      ((target.kind === 'file' &&
        (roleOf(target.path) === 'repository' || target.package?.name === '@loci/postgres')) ||
        (target.kind === 'package' && target.name in DRIVERS)),
  },
  {
    name: 'use cases without HTTP',
    reason: 'the same use case serves REST, MCP and events',
    forbids: ({ file, target }) =>
      isUseCase(file.path) &&
      !isTest(file.path) &&
      ((target.kind === 'package' && target.name === 'express') ||
        (target.kind === 'file' && roleOf(target.path) === 'routes')),
  },
  {
    name: 'repository: SQL and domain',
    reason: 'a repository converts rows to domain objects; resources convert them to wire formats',
    forbids: ({ file, import: { typeOnly }, target }) =>
      roleOf(file.path) === 'repository' &&
      ((target.kind === 'package' && target.name === 'express') ||
        (target.kind === 'file' &&
          (['routes', 'schemas', 'resource'].includes(roleOf(target.path)) ||
            (target.package?.name === '@loci/http' && !typeOnly)))),
  },
  {
    name: 'domain imports its folder and core',
    reason: 'domain rules need no store and no framework',
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
      'features share domain types and use cases; only a use case may call the repository of another feature',
    forbids: ({ file, import: { typeOnly }, target }) => {
      const own = featureOf(file.path);
      if (own === undefined || typeOnly || isTest(file.path) || isInternalExport(file.path)) return false;
      if (target.kind !== 'file') return false;
      const other = featureOf(target.path);
      if (other === undefined || other === own) return false;
      // A use case may call the repository of another feature, because a transaction can span both features,
      // such as creating a tenant with its first user. A repository may reuse the columns of another
      // repository.
      const role = roleOf(target.path);
      return role === 'routes' || (role === 'repository' && !['', 'repository'].includes(roleOf(file.path)));
    },
  },
];
