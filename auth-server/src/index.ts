export { AUTH_SCHEMA, createAuthServer } from './app.ts';
export type { AuthServer, AuthServerPorts } from './app.ts';
export type { Bootstrap, BootstrapOptions } from './bootstrap/ensure-bootstrap.ts';
export { DEFAULT_LIFETIMES } from './tokens/token-settings.ts';
export type { TokenSettings } from './tokens/token-settings.ts';
export { adminApiVariables, tokenVariables } from './config.ts';
