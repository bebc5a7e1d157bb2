import type { Caller } from '@loci/core';
import { createMemory } from '../memories/create-memory.ts';
import type { CreateMemoryDeps } from '../memories/create-memory.ts';
import type { Memory, NewMemory } from '../memories/memory.ts';
import { detectMemoryType } from './detect-memory-type.ts';
import { estimateImportance } from './estimate-importance.ts';

export type UnclassifiedMemory = Omit<NewMemory, 'memoryType' | 'importance'> & {
  /** Importance from 0 to 1. Estimated from the content if absent. */
  importance?: number | undefined;
};

/**
 * Creates a memory with the type that its content indicates. If the importance is absent, estimates it from
 * the content.
 *
 * @see docs/reference/mcp-tools.md#store
 */
export async function createClassifiedMemory(
  deps: CreateMemoryDeps,
  caller: Caller,
  input: UnclassifiedMemory,
): Promise<Memory> {
  const memoryType = detectMemoryType(input.content);
  const importance = input.importance ?? estimateImportance(input.content, memoryType);
  return createMemory(deps, caller, { ...input, memoryType, importance });
}
