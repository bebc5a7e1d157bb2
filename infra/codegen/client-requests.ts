import { openApiFile } from './api-description.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

const HEADER = '// Generated from the OpenAPI document by `npm run generate`. Do not edit.\n\n';
/** Keys of schemas that do not affect validation. */
const OMITTED = new Set(['description', 'example', 'examples', 'title', 'unusedIO']);

/**
 * Content of `requests.ts` of the TypeScript client: method, path, scope and the schemas of the parameters and bodies of all
 * operations. The fake server of `@loci/client/testing` validates requests with them.
 */
export function clientRequestsFile(): string {
  const document = JSON.parse(openApiFile()) as JsonObject;
  const operations = Object.entries(document['paths'] as JsonObject).flatMap(([path, methods]) =>
    Object.entries(methods as JsonObject).map(
      ([method, operation]) => [path, method, operation as JsonObject] as const,
    ),
  );
  const lines = operations.map(([path, method, operation]) => {
    const { operationId } = operation;
    return `  ${String(operationId)}: ${JSON.stringify(toRequest(document, path, method, operation))},\n`;
  });
  return `${HEADER}import type { RequestDescription } from '../request-description.ts';

export type OperationId =
${operations.map(([, , { operationId }]) => `  | '${String(operationId)}'`).join('\n')};

export const REQUESTS: Readonly<Record<OperationId, RequestDescription>> = {
${lines.join('')}};
`;
}

function toRequest(document: JsonObject, path: string, method: string, operation: JsonObject): JsonObject {
  const parameters = ((operation['parameters'] ?? []) as JsonObject[]).map(
    (parameter) => inline(document, parameter) as JsonObject,
  );
  const named = (place: string): JsonObject =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter['in'] === place)
        .map((parameter) => [
          String(parameter['name']).toLowerCase(),
          place === 'header' ? true : { ...(parameter['schema'] as JsonObject), ...requiredOf(parameter) },
        ]),
    );
  const content = (operation['requestBody'] as JsonObject | undefined)?.['content'] as JsonObject | undefined;
  const json = content?.['application/json'] as JsonObject | undefined;
  const [security] = (operation['security'] ?? []) as JsonObject[];
  return {
    method: method.toUpperCase(),
    path,
    scopes: (security?.['accessToken'] ?? []) as Json,
    headers: Object.keys(named('header')),
    path_parameters: named('path'),
    query: named('query'),
    body: json === undefined ? null : inline(document, json['schema']!),
  };
}

const requiredOf = (parameter: JsonObject): JsonObject =>
  parameter['required'] === true ? { isRequired: true } : {};

/** Replaces references by their components, and omits keys that do not affect validation. */
function inline(document: JsonObject, value: Json): Json {
  if (Array.isArray(value)) return value.map((each) => inline(document, each));
  if (typeof value !== 'object' || value === null) return value;
  const reference = value['$ref'];
  const target = typeof reference === 'string' ? inline(document, componentAt(document, reference)) : {};
  const own = Object.entries(value)
    .filter(([key]) => key !== '$ref' && !OMITTED.has(key))
    .map(([key, each]) => [
      key,
      key === 'properties' ? inlineProperties(document, each as JsonObject) : inline(document, each),
    ]);
  return { ...(target as JsonObject), ...(Object.fromEntries(own) as JsonObject) };
}

/** Fields can have the names of keys that are omitted, such as `description`. */
const inlineProperties = (document: JsonObject, properties: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, inline(document, schema)]));

/** @param reference for example `#/components/schemas/Memory` */
const componentAt = (document: JsonObject, reference: string): Json =>
  reference
    .slice('#/'.length)
    .split('/')
    .reduce<Json>((parent, key) => (parent as JsonObject)[key]!, document);
