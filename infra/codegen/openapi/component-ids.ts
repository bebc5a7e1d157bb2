import { componentNames } from '@loci/contracts';
import { elementSchemas } from '@loci/http';
import type { Route } from '@loci/http';
import { z } from 'zod';

type Definition = Record<string, unknown> & { type: string };

/**
 * Makes every schema of the routes that has a name in {@link componentNames} a component of the document.
 *
 * @returns the schemas of the elements of bulk requests by name, to which no other schema refers
 */
export function nameComponents(routes: readonly Route[]): Record<string, z.ZodType> {
  const elements: Record<string, z.ZodType> = {};
  const seen = new Set<z.ZodType>();
  const visit = (schema: z.ZodType): void => {
    if (seen.has(schema)) return;
    seen.add(schema);
    if (componentNames.has(schema)) {
      z.globalRegistry.add(schema, {
        ...z.globalRegistry.get(schema),
        id: componentNames.get(schema)!.name,
        unusedIO: 'input',
      });
    }
    const element = elementSchemas.get(schema);
    if (element !== undefined) {
      visit(element);
      elements[componentNames.get(element)!.name] = element;
    }
    for (const child of children(schema)) visit(child);
  };
  for (const { params, query, body, response, responseMetadata } of routes) {
    for (const schema of [params, query, body, response, responseMetadata]) {
      if (schema instanceof z.ZodType) visit(schema);
    }
  }
  return elements;
}

/** Returns the schemas of which a schema directly consists, and the schema that it was before it had a description. */
function children(schema: z.ZodType): z.ZodType[] {
  const definition = schema.def as unknown as Definition;
  if (schema instanceof z.ZodObject) {
    const shape = Object.values(schema.shape) as z.ZodType[];
    return schema._zod.parent ? [...shape, schema._zod.parent as z.ZodType] : shape;
  }
  const single = ['innerType', 'in', 'out', 'element', 'valueType', 'keyType', 'left', 'right'];
  const parts = [
    ...single.map((key) => definition[key]),
    definition['options'],
    definition['items'],
    schema._zod.parent,
  ].flat();
  return parts.filter((part) => part instanceof z.ZodType);
}
