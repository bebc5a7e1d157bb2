export const TARGET_NAMES = ['loci', 'mcp-memory'] as const;

export type TargetName = (typeof TARGET_NAMES)[number];
