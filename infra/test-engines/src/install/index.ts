export { buildGoCommand, installGoProgram } from './go.ts';
export { installOnce } from './install-once.ts';
export { chooseJdk, findJdks, javaOf } from './java.ts';
export { fetchJars } from './maven.ts';
export { postgresPrograms } from './postgres-programs.ts';
export { installRclone } from './rclone.ts';
export { runTool } from './run-tool.ts';
