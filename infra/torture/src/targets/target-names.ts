export const TARGET_NAMES = ['loci', 'loci-distributed', 'mcp-memory', 'mcp-memory-libsql'] as const;

export type TargetName = (typeof TARGET_NAMES)[number];
