import { SEARCHABLE_HEADER, REPLAYED_HEADER, freshnessQuery, jsonBodySchema, waitForQuery } from '@loci/http';
import type { Route } from '@loci/http';
import { z } from 'zod';
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiParameters,
  ZodOpenApiRequestBodyObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi';
import { errorResponses } from './error-responses.ts';
import { acceptsIdempotencyKey } from './idempotency.ts';
import type { ResponseExamples } from '../../documentation/src/response-examples.ts';
import { COMMON_HEADERS, headerReferences } from './shared-components.ts';

/** Returns the path segment after the version, which is the name of the resource. */
export const tagOf = (route: Route): string => route.path.split('/')[3] ?? 'api';

/**
 * Returns the description of an operation.
 *
 * @param examples recorded responses of all operations
 * @throws Error if it has no operation id or no description
 */
export function operation(route: Route, examples: ResponseExamples): ZodOpenApiOperationObject {
  const { method, path, operationId, description } = route;
  if (operationId === undefined || description === undefined) {
    throw new Error(`The route ${method} ${path} needs an operationId and a description.`);
  }
  const body = requestBody(route, operationId);
  const success = (status: number): ZodOpenApiResponseObject =>
    successResponse(route, operationId, examples[operationId]?.[status]);
  return {
    operationId,
    summary: route.summary,
    description: route.scope === 'public' ? description : `${description}\n\n${requirementsText(route)}`,
    tags: [tagOf(route)],
    ...security(route),
    requestParams: requestParameters(route),
    parameters: headerParameters(route),
    ...(body === null ? {} : { requestBody: body }),
    responses: {
      [route.status ?? 200]: success(route.status ?? 200),
      ...(route.acceptsRanges ? { 206: fileContent('A part of the file.', route), 304: NOT_MODIFIED } : {}),
      ...(acceptsIfNoneMatch(route) ? { 304: NOT_MODIFIED } : {}),
      ...(route.repeatedStatus === undefined
        ? {}
        : { [route.repeatedStatus]: success(route.repeatedStatus) }),
      ...errorResponses(route),
    },
  };
}

const requirementsText = (route: Route): string =>
  `Needs the scope \`${route.scope}\`${route.permission ? ` and the permission \`${route.permission}\`` : ''}.`;

/** Returns the required credential. OpenAPI 3.1 allows a list of roles for every security scheme. */
function security({ scope, permission, operationId }: Route): Pick<ZodOpenApiOperationObject, 'security'> {
  if (scope === 'public') return { security: operationId === 'exchangeApiKey' ? [{ apiKey: [] }] : [] };
  const roles = [scope, ...(permission ? [permission] : [])];
  return { security: [{ accessToken: roles }, { oauth: [scope] }] };
}

function requestParameters(route: Route): ZodOpenApiParameters {
  const query = {
    ...(route.query as z.ZodObject | undefined)?.shape,
    ...(route.reads ? freshnessQuery.shape : {}),
    ...(route.canWaitForSearch ? waitForQuery.shape : {}),
  };
  const path = (route.params as z.ZodObject | undefined)?.shape;
  return {
    ...(path ? { path: withExamples(path, { ...exampleIds(path), ...route.example?.params }) } : {}),
    ...(Object.keys(query).length > 0 ? { query: withExamples(query, route.example?.query) } : {}),
  };
}

const EXAMPLE_ID = '01a2018e-850c-7000-bee0-3ea9bd90741f';

const exampleIds = (shape: z.ZodRawShape): Record<string, string> =>
  Object.fromEntries(
    Object.keys(shape)
      .filter((name) => name.endsWith('_id'))
      .map((name) => [name, EXAMPLE_ID]),
  );

/** Adds examples to parameters. The schemas of the route are not changed. */
const withExamples = (shape: z.ZodRawShape, examples: Record<string, string> | undefined): z.ZodObject =>
  z.object(
    Object.fromEntries(
      Object.entries(shape).map(([name, schema]) => {
        const field = schema as z.ZodType;
        const text = examples?.[name];
        if (text === undefined) return [name, field];
        // The example of a number or a boolean is the value that its text stands for.
        const { data } = field.safeParse(text);
        const example = typeof data === 'number' || typeof data === 'boolean' ? data : text;
        return [name, field.meta({ ...field.meta(), param: { example } })];
      }),
    ),
  );

const acceptsIfNoneMatch = ({ hasEtag, scope }: Route): boolean => hasEtag === true && scope === 'read';

function headerParameters(route: Route): { $ref: `#/components/parameters/${string}` }[] {
  const references: { $ref: `#/components/parameters/${string}` }[] = [];
  if (route.reads || route.scope === 'write')
    references.push({ $ref: '#/components/parameters/MinPosition' });
  if (acceptsIdempotencyKey(route)) references.push({ $ref: '#/components/parameters/IdempotencyKey' });
  if (route.acceptsIfMatch) references.push({ $ref: '#/components/parameters/IfMatch' });
  if (acceptsIfNoneMatch(route)) references.push({ $ref: '#/components/parameters/IfNoneMatch' });
  return references;
}

const MAX_FILE_BYTES = 20_971_520;
const MAX_METADATA_BYTES = 65_536;

/** Schema of an upload. @see docs/reference/documents.md#upload-a-document */
const UPLOAD = {
  type: 'object' as const,
  required: ['file'],
  properties: {
    file: {
      type: 'string' as const,
      maxLength: MAX_FILE_BYTES,
      contentMediaType: 'application/octet-stream',
      description: 'Content of the file.',
    },
    metadata: {
      type: 'string' as const,
      maxLength: MAX_METADATA_BYTES,
      description: 'A JSON object that is stored with the document.',
    },
  },
};

function requestBody(route: Route, operationId: string): ZodOpenApiRequestBodyObject | null {
  if (route.body === 'multipart')
    return { required: true, content: { 'multipart/form-data': { schema: UPLOAD } } };
  const schema = jsonBodySchema(route);
  if (schema === undefined) return null;
  const example = route.example?.body === undefined ? {} : { example: route.example.body };
  return {
    // An operation treats a missing body as an empty object.
    required: !schema.safeParse({}).success,
    content: {
      'application/json': { schema: component(schema, `${capitalize(operationId)}Request`), ...example },
    },
  };
}

/** Returns a schema as a component with the given name, unless it is one already. */
const component = (schema: z.ZodType, id: string): z.ZodType =>
  z.globalRegistry.get(schema)?.id === undefined ? schema.meta({ ...schema.meta(), id }) : schema;

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function successResponse(route: Route, operationId: string, example: unknown): ZodOpenApiResponseObject {
  if (route.response === null) return fileContent('The content of the file.', route);
  const envelope = z.object({
    status: z.literal('success').describe('Distinguishes successes from errors.'),
    data: component(route.response, `${capitalize(operationId)}Data`).describe('Result of the operation.'),
    ...(route.responseMetadata
      ? { metadata: route.responseMetadata.describe('Data about the result.') }
      : {}),
    meta: z.unknown().meta({ override: { $ref: '#/components/schemas/Meta' } }),
  });
  return {
    description: 'Success.',
    headers: {
      ...COMMON_HEADERS,
      ...(route.hasEtag ? ETAG_HEADER : {}),
      ...(route.scope === 'write' ? writeHeaders(route) : {}),
    },
    content: {
      'application/json': { schema: envelope, ...(example === undefined ? {} : { example }) },
    },
  };
}

const writeHeaders = (route: Route) =>
  headerReferences({
    'x-loci-position': 'Position',
    ...(route.canWaitForSearch ? { [SEARCHABLE_HEADER]: 'Searchable' as const } : {}),
    ...(acceptsIdempotencyKey(route) && !route.secret
      ? { [REPLAYED_HEADER]: 'IdempotencyReplayed' as const }
      : {}),
  });

const fileContent = (
  description: string,
  { responseType = 'application/octet-stream' }: Route,
): ZodOpenApiResponseObject => ({ description, headers: COMMON_HEADERS, content: { [responseType]: {} } });

const ETAG_HEADER = headerReferences({ ETag: 'ETag' });

const NOT_MODIFIED: ZodOpenApiResponseObject = {
  description: 'The object still has an ETag of `If-None-Match`. The response has no body.',
  headers: { ...COMMON_HEADERS, ...ETAG_HEADER },
};
