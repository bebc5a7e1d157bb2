import type { OperationId } from '../../generated/requests.ts';
import type { Schema } from '../../request-description.ts';

/**
 * Returns the body schema of an operation without the schema of elements that the operation validates itself, because each
 * of them has its own error.
 */
export function withoutElements(id: OperationId, schema: Schema): Schema {
  if (id === 'createRelationships') return withoutItems(schema);
  if (id !== 'createMemories') return schema;
  const { memories, ...others } = schema.properties!;
  return { ...schema, properties: { ...others, memories: withoutItems(memories!) } };
}

const withoutItems = ({ items: _, ...schema }: Schema): Schema => schema;
