export * from './errors.ts';
export { Loci } from './loci.ts';
export type { AccessTokenCallback } from './authentication/access-tokens.ts';
export type { CallOptions, CreateOptions, LociOptions, ResponseInfo } from './options.ts';
export type * from './types.ts';
