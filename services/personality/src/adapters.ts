import { createMemoryClient } from '@loci/contracts';
import { httpClient } from '@loci/http';
import type { PersonalityServicePorts } from './app.ts';
import { toolReference } from './awakening/tool-reference.ts';
import type { PersonalityConfig } from './config.ts';
import { protectedMemoriesOf } from './memories/memory-service.ts';

/** The ports of the personality service on the memory service. */
export function openAdapters(config: PersonalityConfig): PersonalityServicePorts {
  const memory = httpClient({ baseUrl: config.MEMORY_URL, secret: config.INTERNAL_SECRET.reveal() });
  return { memories: protectedMemoriesOf(createMemoryClient(memory)), tools: toolReference() };
}
