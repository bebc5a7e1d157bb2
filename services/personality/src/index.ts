export { createProtectedMemories } from './memories/memory-service-protected-memories.ts';
export { createPersonalityService } from './app.ts';
export type { PersonalityServicePorts } from './app.ts';
export { readToolReferences } from './awakening/tool-reference.ts';
export type { ToolReference } from './awakening/briefing.ts';
export type {
  EarlierChange,
  NewProtectedMemory,
  ProtectedMemories,
  ProtectedMemory,
} from './memories/protected-memories.ts';
