import type { Json } from '../../support/api-connection.ts';

/** A JSON schema. */
export type Schema = Json;

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
  example?: string;
}

/** One operation of an OpenAPI document. */
export interface Operation {
  /** ID in the document, such as `createMemory`. */
  id: string;
  /** Method and path template, such as `POST /api/v2/memories`. */
  name: string;
  method: string;
  /** Path template, such as `/api/v2/memories/{memory_id}`. */
  path: string;
  /** The required scope, followed by the required permission. Empty for a public operation. */
  needs: readonly string[];
  parameters: readonly Parameter[];
  /** Schema of the JSON body. Null for an operation without a JSON body. */
  bodySchema: Schema | null;
  bodyExample: Json;
  isMultipart: boolean;
  /** Response objects of the document, by status. */
  responses: Readonly<Record<string, Json>>;
}

/**
 * Lists the operations of an OpenAPI document in the order of the document. Parameters and bodies contain no references to
 * components.
 */
export function operationsOf(document: Json): Operation[] {
  return Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]): Operation => {
      const content = inlineReferences(document, operation.requestBody?.content ?? {});
      return {
        id: operation.operationId,
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        needs: operation.security?.[0]?.accessToken ?? [],
        parameters: inlineReferences(document, operation.parameters ?? []),
        bodySchema: content['application/json']?.schema ?? null,
        bodyExample: content['application/json']?.example,
        isMultipart: 'multipart/form-data' in content,
        responses: operation.responses,
      };
    }),
  );
}

/** Returns a copy in which each reference is replaced by the component, with the other keys of the reference. */
export function inlineReferences(document: Json, value: Json): Json {
  if (Array.isArray(value)) return value.map((element) => inlineReferences(document, element));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...rest } = value;
  const component = typeof $ref === 'string' ? inlineReferences(document, componentAt(document, $ref)) : {};
  const own = Object.entries(rest).map(([key, child]) => [key, inlineReferences(document, child)]);
  return { ...component, ...Object.fromEntries(own) };
}

/** @param reference for example `#/components/schemas/Memory` */
const componentAt = (document: Json, reference: string): Json =>
  reference
    .slice('#/'.length)
    .split('/')
    .reduce((parent, key) => parent[key], document);

export const pathParametersOf = (operation: Operation): Parameter[] =>
  operation.parameters.filter((parameter) => parameter.in === 'path');

export const queryParametersOf = (operation: Operation): Parameter[] =>
  operation.parameters.filter((parameter) => parameter.in === 'query');

/** Returns whether a schema describes the id of a record. */
export const isId = (schema: Schema): boolean => withoutNull(schema).format === 'uuid';

/** Returns the schema without its null variant. */
export const withoutNull = (schema: Schema): Schema =>
  schema.anyOf?.find((choice: Schema) => choice.type !== 'null') ?? schema;

/**
 * Fills in the path parameters.
 *
 * @throws Error if a value is missing
 */
export function pathOf(operation: Operation, values: Readonly<Record<string, string>>): string {
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`No value for the path parameter ${name}.`);
    return encodeURIComponent(value);
  });
}
