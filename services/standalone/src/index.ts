export { environmentSchema } from './config.ts';
export { createPlatform } from './platform.ts';
export type { Platform, PlatformOptions } from './platform.ts';
export { startStandalone } from './start-standalone.ts';
