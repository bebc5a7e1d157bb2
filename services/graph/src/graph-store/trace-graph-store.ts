import { traceMethods } from '@loci/telemetry';
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

/** Returns a graph store whose reads and writes have spans. */
export const traceGraphStore = <T extends GraphStore>(store: T, system: string): T =>
  traceMethods<T>(store, METHODS, (method) => ({
    name: `${method} graph-store`,
    kind: 'client',
    attributes: {
      'db.system.name': system,
      'db.operation.name': method,
      'db.collection.name': 'graph-store',
    },
  }));
