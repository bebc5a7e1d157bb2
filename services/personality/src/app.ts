import type { Service } from '@loci/service-hosting';
import { awakeningRoutes } from './awakening/awakening.routes.ts';
import type { ToolReference } from './awakening/briefing.ts';
import { configurationRoutes } from './configuration/configuration.routes.ts';
import type { ProtectedMemories } from './memories/protected-memories.ts';
import { personaRoutes } from './personas/persona.routes.ts';
import { traitRoutes } from './traits/trait.routes.ts';

export interface PersonalityServicePorts {
  memories: ProtectedMemories;
  /** Assistant tools, in the order in which the briefing lists them. */
  tools: readonly ToolReference[];
}

/** Creates the personality service, which serves personas, traits and the awakening briefing. */
export function createPersonalityService({ memories, tools }: PersonalityServicePorts): Service {
  const deps = { memories, tools };
  return {
    name: 'personality',
    routes: [
      ...personaRoutes(),
      ...configurationRoutes(deps),
      ...awakeningRoutes(deps),
      ...traitRoutes(deps),
    ],
    consumers: [],
    jobs: [],
    close: () => Promise.resolve(),
  };
}
