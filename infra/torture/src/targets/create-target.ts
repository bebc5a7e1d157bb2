import type { Target } from '../target.ts';
import { createLoci } from './loci.ts';
import { createLociDistributed } from './loci-distributed.ts';
import { createMcpMemoryLibsql } from './mcp-memory-libsql.ts';
import { createMcpMemory } from './mcp-memory.ts';
import type { TargetName } from './target-names.ts';

const TARGETS: Readonly<Record<TargetName, (root: string) => Promise<Target>>> = {
  loci: createLoci,
  'loci-distributed': createLociDistributed,
  'mcp-memory': createMcpMemory,
  'mcp-memory-libsql': createMcpMemoryLibsql,
};

/** Installs the server of a target if necessary. @param root root folder of the repository */
export function createTarget(name: TargetName, root: string): Promise<Target> {
  return TARGETS[name](root);
}
