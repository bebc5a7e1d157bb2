export { buildGoCommand } from './go.ts';
export { installOnce } from './install-once.ts';
export { runTool } from './run-tool.ts';
