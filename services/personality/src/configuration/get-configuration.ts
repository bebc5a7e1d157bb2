import type { Caller } from '@loci/core';
import { ORGANIZATION_OWNER, PERSONA_LIBRARY } from '../memories/protected-memories.ts';
import type { ProtectedMemories } from '../memories/protected-memories.ts';
import { toConfiguration } from './configuration.ts';
import type { Configuration } from './configuration.ts';

export interface GetConfigurationDeps {
  memories: Pick<ProtectedMemories, 'list'>;
}

/**
 * Reads the effective persona and traits of the caller.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if the memory service is unavailable
 * @see docs/reference/personality.md#get-the-configuration
 */
export async function getConfiguration(
  { memories }: GetConfigurationDeps,
  caller: Pick<Caller, 'tenantId' | 'userId'>,
): Promise<Configuration> {
  const owners = [caller.userId, ORGANIZATION_OWNER, PERSONA_LIBRARY];
  return toConfiguration(await memories.list(caller.tenantId, owners));
}
