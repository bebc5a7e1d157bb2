import { BOUNDARY_RULES } from './boundary-rules.ts';
import { isTest } from './file-role.ts';
import { packageOf, resolveImport } from './resolve-import.ts';
import type { Workspace } from './workspace.ts';

/** An allowed violation. An exception that matches nothing is reported. */
export interface BoundaryException {
  file: string;
  rule: string;
  specifier: string;
  reason: string;
}

/** Files that may use `process`: entry points, and code that starts or stops processes. */
const PROCESS_FILES =
  /([/.]main\.ts|-process\.ts|-watchdog\.ts|-worker\.ts)$|^shared\/postgres\/src\/embedded\/|^(infra|cli)\//;

/** Returns one line `path:line rule: specifier (reason)` per violation, sorted. */
export function findViolations(
  workspace: Workspace,
  exceptions: readonly BoundaryException[] = [],
): string[] {
  const violations: string[] = [];
  const unused = new Set(exceptions);
  for (const file of workspace.files.values()) {
    for (const found of file.imports) {
      const target = resolveImport(workspace, file.path, found.specifier);
      for (const rule of BOUNDARY_RULES) {
        if (!rule.forbids({ workspace, file, import: found, target })) continue;
        const exception = exceptions.find(
          (one) => one.file === file.path && one.rule === rule.name && one.specifier === found.specifier,
        );
        if (exception !== undefined) {
          unused.delete(exception);
          continue;
        }
        const why = target.kind === 'unresolved' ? target.why : rule.reason;
        violations.push(`${file.path}:${found.line} ${rule.name}: ${found.specifier} (${why})`);
      }
    }
    for (const line of file.path.endsWith('.d.ts') ? [] : file.defaultExportLines) {
      violations.push(
        `${file.path}:${line} no default export: (a named export has the same name in every import)`,
      );
    }
    if (PROCESS_FILES.test(file.path) || isTest(file.path)) continue;
    for (const line of file.processLines) {
      violations.push(
        `${file.path}:${line} process only in main.ts: (a service receives config, clock and output)`,
      );
    }
  }
  for (const { file, rule, specifier } of unused) {
    violations.push(`${file} unused exception: ${rule}: ${specifier} (remove it)`);
  }
  return [...violations, ...cyclesOf(workspace)].sort();
}

/**
 * Returns a line for each package that is part of a dependency cycle. Counts dependencies of every kind and
 * the imports of tests, because a package in a cycle cannot be built or tested without the other packages.
 */
function cyclesOf(workspace: Workspace): string[] {
  const names = new Set(workspace.packages.map(({ name }) => name));
  const dependencies = new Map(
    workspace.packages.map(
      (entry) => [entry.name, new Set([...entry.dependencies].filter((name) => names.has(name)))] as const,
    ),
  );
  for (const file of workspace.files.values()) {
    const from = packageOf(workspace, file.path);
    if (from === undefined) continue;
    for (const { specifier } of file.imports) {
      const target = resolveImport(workspace, file.path, specifier);
      if (target.kind !== 'file' || target.package === undefined || target.package === from) continue;
      dependencies.get(from.name)?.add(target.package.name);
    }
  }
  return workspace.packages.flatMap(({ name }) => {
    const cycle = shortestCycle(name, dependencies);
    return cycle === null
      ? []
      : [`${name} no cycle: ${cycle.join(' -> ')} (break one of these dependencies)`];
  });
}

/** Returns the shortest path from a package back to itself, or null. */
function shortestCycle(
  start: string,
  dependencies: ReadonlyMap<string, ReadonlySet<string>>,
): string[] | null {
  const visited = new Set<string>();
  const queue = [[start]];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    for (const next of dependencies.get(path.at(-1)!) ?? []) {
      if (next === start) return [...path, next];
      if (visited.has(next)) continue;
      visited.add(next);
      queue.push([...path, next]);
    }
  }
  return null;
}
