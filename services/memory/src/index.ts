export { createMemoryService } from './app.ts';
export type { MemoryServicePorts } from './app.ts';
export { MEMORY_MIGRATIONS } from './migrations.ts';
