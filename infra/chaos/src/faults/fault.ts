export const ENGINES = ['postgres', 'kafka', 'elasticsearch', 'qdrant', 'neo4j', 's3'] as const;
export type EngineTarget = (typeof ENGINES)[number];

/** As infra/launch names them when APIs and workers are processes of their own. */
export const PROCESSES = [
  'gateway',
  'auth',
  'memory',
  'memory-relay',
  'memory-consumers',
  'search',
  'search-relay',
  'search-consumers',
  'graph',
  'graph-relay',
  'graph-consumers',
  'document',
  'document-relay',
  'document-consumers',
  'analysis',
  'analysis-consumers',
  'artifact',
] as const;
export type ProcessTarget = (typeof PROCESSES)[number];
export type Target = EngineTarget | ProcessTarget;

/**
 * - `kill`: kill -9; an engine is started again after `lastsMs`, a process by its supervisor
 * - `stop`: SIGSTOP, and SIGCONT after `lastsMs`: connections stay open and nothing answers
 * - `refuse`: connections break and new ones are refused
 * - `reset`: connections open and are reset as soon as something is said
 * - `swallow`: what clients say arrives, what the engine answers does not
 */
export type FaultKind = 'kill' | 'stop' | 'refuse' | 'reset' | 'swallow';
export const CUTS = ['refuse', 'reset', 'swallow'] as const satisfies FaultKind[];

export interface Fault {
  target: Target;
  kind: FaultKind;
  /** Since the load began. */
  atMs: number;
  lastsMs: number;
}

export const isEngine = (target: Target): target is EngineTarget =>
  (ENGINES as readonly string[]).includes(target);

export const describeFault = ({ target, kind, atMs, lastsMs }: Fault): string =>
  `${kind} ${target} ${(atMs / 1000).toFixed(1)}+${(lastsMs / 1000).toFixed(1)}s`;
