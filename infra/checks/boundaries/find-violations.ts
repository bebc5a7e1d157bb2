import { BOUNDARY_RULES } from './boundary-rules.ts';
import { isTest } from './file-role.ts';
import { packageOf, resolveImport } from './resolve-import.ts';
import type { Workspace } from './workspace.ts';

/** An import that breaks a rule for a reason. One that breaks nothing any more is reported itself. */
export interface BoundaryException {
  file: string;
  rule: string;
  specifier: string;
  reason: string;
}

/**
 * Files besides main.ts that may touch `process`: entries of processes of their own and what starts and ends them.
 */
const PROCESS_FILES =
  /([/.]main\.ts|-process\.ts|-watchdog\.ts|-worker\.ts)$|^shared\/postgres\/src\/embedded\/|^infra\//;

/** One line each, `path:line rule: reason`, sorted; empty when every rule is kept. */
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
        `${file.path}:${line} no default export: (a name that every import spells the same can be searched)`,
      );
    }
    if (PROCESS_FILES.test(file.path) || isTest(file.path)) continue;
    for (const line of file.processLines) {
      violations.push(
        `${file.path}:${line} process only in main.ts: (a service is handed its config, clock and output)`,
      );
    }
  }
  for (const { file, rule, specifier } of unused) {
    violations.push(`${file} unused exception: ${rule}: ${specifier} (what it allows is not done any more)`);
  }
  return [...violations, ...cyclesOf(workspace)].sort();
}

/** Cycles between packages, counted over the imports of their product code. */
function cyclesOf(workspace: Workspace): string[] {
  const uses = new Map<string, Set<string>>();
  for (const file of workspace.files.values()) {
    const from = packageOf(workspace, file.path);
    if (from === undefined || isTest(file.path)) continue;
    for (const { specifier } of file.imports) {
      const target = resolveImport(workspace, file.path, specifier);
      if (target.kind !== 'file' || target.package === undefined || target.package === from) continue;
      uses.set(from.name, (uses.get(from.name) ?? new Set()).add(target.package.name));
    }
  }
  const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
    [...(uses.get(from) ?? [])].some(
      (next) => next === goal || (!seen.has(next) && (seen.add(next), reaches(next, goal, seen))),
    );
  return [...uses.keys()]
    .filter((name) => reaches(name, name))
    .map((name) => `${name} no cycle: (a package of a cycle cannot be understood or tested alone)`);
}
