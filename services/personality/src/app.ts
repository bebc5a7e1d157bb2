import type { Service } from '@loci/service-hosting';
import { awakeningRoutes } from './awakening/awakening.routes.ts';
import { configurationRoutes } from './configuration/configuration.routes.ts';
import type { ProtectedMemories } from './memories/protected-memories.ts';
import { personaRoutes } from './personas/persona.routes.ts';
import { traitRoutes } from './traits/trait.routes.ts';

export interface PersonalityServicePorts {
  memories: ProtectedMemories;
  /** Names of the assistant tools, in the order of the briefing. */
  toolNames: readonly string[];
}

/** Creates the personality service, which serves personas, traits and the awakening briefing. */
export function createPersonalityService({ memories, toolNames }: PersonalityServicePorts): Service {
  const deps = { memories, toolNames };
  return {
    name: 'personality',
    routes: [
      ...personaRoutes(deps),
      ...configurationRoutes(deps),
      ...awakeningRoutes(deps),
      ...traitRoutes(deps),
    ],
    consumers: [],
    jobs: [],
    close: () => Promise.resolve(),
  };
}
