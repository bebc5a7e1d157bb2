export const ENGINES = ['postgres', 'kafka', 'elasticsearch', 'qdrant', 'neo4j', 's3'] as const;
export type EngineTarget = (typeof ENGINES)[number];

/** Processes of the distributed platform if APIs, consumers and relays run separately. */
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
  'webhook',
  'webhook-consumers',
  'artifact',
] as const;
export type ProcessTarget = (typeof PROCESSES)[number];
export type Target = EngineTarget | ProcessTarget;

/**
 * Kinds of faults:
 *
 * - `kill`: SIGKILL. The test restarts an engine after `durationMs`. The supervisor restarts a process.
 * - `stop`: SIGSTOP, then SIGCONT after `durationMs`. Connections stay open without responses.
 * - `refuse`: existing connections are closed and new ones are refused.
 * - `reset`: connections are reset when data is sent.
 * - `blackhole`: requests reach the engine, but its responses are dropped.
 */
export type FaultKind = 'kill' | 'stop' | 'refuse' | 'reset' | 'blackhole';
export const NETWORK_FAULTS = ['refuse', 'reset', 'blackhole'] as const satisfies FaultKind[];

export interface Fault {
  target: Target;
  kind: FaultKind;
  /** Start of the fault, in milliseconds after the start of the load. */
  startMs: number;
  durationMs: number;
}

export const isEngine = (target: Target): target is EngineTarget =>
  (ENGINES as readonly string[]).includes(target);

export const describeFault = ({ target, kind, startMs, durationMs }: Fault): string =>
  `${kind} ${target} ${(startMs / 1000).toFixed(1)}+${(durationMs / 1000).toFixed(1)}s`;
