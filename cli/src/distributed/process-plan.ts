/** A process of the platform. */
export interface PlannedProcess {
  /** Unique, e.g. `memory` or `memory-workers`. */
  name: string;
  /** The name of the part: its schema, and what the addresses of the others call it. */
  part: string;
  /** From the root of the repository. */
  main: string;
  /** Null for a part that has none. */
  roles: string | null;
}

interface Part {
  name: string;
  folder: string;
  /** What its workers do; empty for a part without events. */
  workers: readonly string[];
}

/** In the order in which they are best started: who is asked before who asks. */
const PARTS: readonly Part[] = [
  { name: 'auth', folder: 'auth-server', workers: [] },
  { name: 'memory', folder: 'services/memory', workers: ['consumers', 'relay'] },
  { name: 'document', folder: 'services/document', workers: ['consumers', 'relay'] },
  { name: 'graph', folder: 'services/graph', workers: ['consumers', 'relay'] },
  { name: 'search', folder: 'services/search', workers: ['consumers', 'relay'] },
  { name: 'analysis', folder: 'services/analysis', workers: ['consumers'] },
  { name: 'artifact', folder: 'services/artifact', workers: [] },
  { name: 'personality', folder: 'services/personality', workers: [] },
  { name: 'portal', folder: 'services/portal', workers: [] },
  { name: 'gateway', folder: 'gateway', workers: [] },
];

/** One process per part, or, split, one for the API and one for each kind of work. */
export function planProcesses({ splitRoles }: { splitRoles: boolean }): PlannedProcess[] {
  return PARTS.flatMap(({ name, folder, workers }): PlannedProcess[] => {
    const main = `${folder}/src/main.ts`;
    const process = (suffix: string, roles: string | null): PlannedProcess => ({
      name: `${name}${suffix}`,
      part: name,
      main,
      roles,
    });
    if (workers.length === 0) return [process('', null)];
    if (!splitRoles) return [process('', ['api', ...workers].join(','))];
    return [process('', 'api'), ...workers.map((role) => process(`-${role}`, role))];
  });
}
