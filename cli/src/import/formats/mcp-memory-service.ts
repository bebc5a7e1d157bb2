import type { ImportFormat, ImportItem, MemoryType } from '../import-item.ts';
import { asObject, asTags, asText, asTime, withoutEmpty } from '../json-values.ts';
import { readJsonElements } from '../read-json-elements.ts';

/** Types of mcp-memory-service that have an equivalent. Every other type becomes `fact` and stays in the metadata. */
const MEMORY_TYPES: Readonly<Record<string, MemoryType>> = {
  insight: 'insight',
  learning: 'insight',
  pattern: 'insight',
  reference: 'reference',
  documentation: 'reference',
  task: 'task',
  todo: 'task',
  conversation: 'conversation',
  session: 'conversation',
  correction: 'correction',
  strategy: 'strategy',
};

/**
 * The export file of mcp-memory-service.
 *
 * @see https://github.com/doobidoo/mcp-memory-service
 */
export const mcpMemoryService: ImportFormat = {
  name: 'mcp-memory-service',
  title: 'mcp-memory-service',
  async *read(path) {
    for await (const { index, value } of readJsonElements(path, ['memories'])) {
      yield readMemory(value, `${path}: memory ${index}`);
    }
  },
};

function readMemory(value: unknown, where: string): ImportItem {
  const {
    content,
    content_hash,
    tags,
    created_at,
    created_at_iso,
    updated_at,
    memory_type,
    metadata,
    export_source,
  } = asObject(value);
  const text = asText(content);
  if (text === undefined) return { kind: 'skipped', where, reason: 'The memory has no `content`.' };
  const type = asText(memory_type);
  return {
    kind: 'memory',
    // The hash of the content is the primary key of mcp-memory-service.
    externalId: asText(content_hash) ?? text,
    content: text,
    memoryType: MEMORY_TYPES[type ?? ''] ?? 'fact',
    tags: asTags(tags),
    occurredAt: asTime(created_at) ?? asTime(created_at_iso),
    sourceType: 'api_import',
    metadata: {
      ...asObject(metadata),
      mcp_memory_service: withoutEmpty({
        content_hash,
        memory_type: type,
        updated_at: asTime(updated_at),
        export_source,
      }),
    },
  };
}
