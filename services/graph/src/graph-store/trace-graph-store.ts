import { traceMethods } from '@loci/telemetry';
import type { ObserveOperation } from '@loci/telemetry';
import type { GraphStore } from './graph-store.ts';

const METHODS = [
  'upsertEdges',
  'removeEdges',
  'removeNodes',
  'setNodeWindows',
  'traverse',
  'expand',
  'edgesOf',
  'edgesBetween',
] as const;

/** Returns a graph store whose reads and writes have spans, and are passed to `observe`. */
export const traceGraphStore = <T extends GraphStore>(
  store: T,
  system: string,
  observe?: ObserveOperation,
): T => traceMethods<T>(store, METHODS, (method) => describeCall(method, system), observe);

const describeCall = (method: string, system: string) => ({
  name: `${method} graph-store`,
  kind: 'client' as const,
  attributes: {
    'db.system.name': system,
    'db.operation.name': method,
    'db.collection.name': 'graph-store',
  },
});
