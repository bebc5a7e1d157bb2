export { createProtectedMemories } from './memories/memory-service-protected-memories.ts';
export { createPersonalityService } from './app.ts';
export type { PersonalityServicePorts } from './app.ts';
export { readToolNames } from './awakening/tool-names.ts';
export type {
  EarlierChange,
  NewProtectedMemory,
  ProtectedMemories,
  ProtectedMemory,
} from './memories/protected-memories.ts';
export { listPresetResources } from './personas/persona.routes.ts';
