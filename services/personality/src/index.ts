export { protectedMemoriesOf } from './memories/memory-service.ts';
export { createPersonalityService } from './app.ts';
export type { PersonalityServicePorts } from './app.ts';
export { toolReference } from './awakening/tool-reference.ts';
export type { ToolReference } from './awakening/briefing.ts';
export { ORGANIZATION } from './memories/protected-memories.ts';
export type {
  NewProtectedMemory,
  ProtectedMemories,
  ProtectedMemory,
} from './memories/protected-memories.ts';
