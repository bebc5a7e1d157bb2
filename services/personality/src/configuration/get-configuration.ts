import type { Caller } from '@loci/core';
import { ORGANIZATION } from '../memories/protected-memories.ts';
import type { ProtectedMemories } from '../memories/protected-memories.ts';
import { toConfiguration } from './configuration.ts';
import type { Configuration } from './configuration.ts';

export interface GetConfigurationDeps {
  memories: Pick<ProtectedMemories, 'find'>;
}

/** The caller's persona and traits. @see SPEC.md "Personality" 2 */
export async function getConfiguration(
  { memories }: GetConfigurationDeps,
  caller: Pick<Caller, 'tenantId' | 'userId'>,
): Promise<Configuration> {
  return toConfiguration(await memories.find(caller.tenantId, [caller.userId, ORGANIZATION]));
}
