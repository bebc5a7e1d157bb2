/** Names of the schemas of the distributed platform. Each belongs to one service. */
export const SCHEMA_NAMES = [
  'auth',
  'memory',
  'graph',
  'search',
  'document',
  'artifact',
  'analysis',
  'webhook',
  'portal',
  'gateway',
] as const;

export type SchemaName = (typeof SCHEMA_NAMES)[number];
