import { createMemoryClient } from '@loci/contracts';
import { httpClient } from '@loci/http';
import type { PersonalityServicePorts } from './app.ts';
import { readToolNames } from './awakening/tool-names.ts';
import type { PersonalityConfig } from './config.ts';
import { createProtectedMemories } from './memories/memory-service-protected-memories.ts';

/** Creates the ports of the personality service: a client of the memory service, and the tool references. */
export function openAdapters(config: PersonalityConfig): PersonalityServicePorts {
  const memory = httpClient({ baseUrl: config.MEMORY_URL, secret: config.INTERNAL_SECRET.reveal() });
  return { memories: createProtectedMemories(createMemoryClient(memory)), toolNames: readToolNames() };
}
