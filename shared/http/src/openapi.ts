import type { ErrorCode } from '@loci/core';
import { z } from 'zod';
import { MIN_POSITION_HEADER, freshnessQuery } from './freshness.ts';
import { MAX_IDEMPOTENCY_KEY_LENGTH, REPLAYED_HEADER } from './idempotency-key.ts';
import { MAX_WARNINGS } from './limit-warnings.ts';
import { API_VERSION } from './response-envelope.ts';
import { STATUS_BY_CODE } from './error-status.ts';
import type { Route } from './route.ts';
import { SEARCHABLE_HEADER, waitForQuery } from './wait-for.ts';

interface OpenApiOptions {
  title: string;
  description: string;
  serverUrl: string;
}

type Json = Record<string, unknown>;

/** Returns the OpenAPI 3.1 document of the routes. Omits internal and undocumented routes. */
export function toOpenApi(all: readonly Route[], { title, description, serverUrl }: OpenApiOptions): Json {
  const routes = all.filter((route) => route.scope !== 'internal' && route.documented !== false);
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method] = operation(route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: API_VERSION,
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    security: [{ accessToken: [] }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Meta: META, Error: ERROR },
    },
  };
}

const META: Json = {
  type: 'object',
  required: ['timestamp', 'version', 'request_id'],
  properties: {
    timestamp: { type: 'string', format: 'date-time' },
    version: { type: 'string', const: API_VERSION },
    request_id: { type: 'string' },
    warnings: { type: 'array', maxItems: MAX_WARNINGS, items: { type: 'string' } },
    fresh: { type: 'boolean' },
  },
};

const ERROR: Json = {
  type: 'object',
  required: ['status', 'error', 'meta'],
  properties: {
    status: { type: 'string', const: 'error' },
    error: {
      type: 'object',
      required: ['code', 'message', 'details', 'field_errors'],
      properties: {
        code: { type: 'string', enum: Object.keys(STATUS_BY_CODE) },
        message: { type: 'string' },
        details: { type: ['object', 'null'] },
        field_errors: {
          type: ['object', 'null'],
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
      },
    },
    meta: { $ref: '#/components/schemas/Meta' },
  },
};

const acceptsIdempotencyKey = ({ scope, idempotency }: Route): boolean =>
  scope === 'write' && idempotency !== undefined;

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A unique value for the request. A retry with the same key returns the stored response.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY_LENGTH, pattern: '^[!-~]+$' },
};

const acceptsIfNoneMatch = ({ hasEtag, scope }: Route): boolean => hasEtag === true && scope === 'read';

const IF_MATCH: Json = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'ETag that the client has read, or *. The request fails with 412 if the object has another ETag now.',
  schema: { type: 'string', minLength: 1 },
};

const IF_NONE_MATCH: Json = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'ETag of an earlier response. The response is 304 if the object still has this ETag.',
  schema: { type: 'string', minLength: 1 },
};

const ETAG: Json = {
  description: 'Identifies the state of the object, for If-Match and If-None-Match.',
  schema: { type: 'string' },
};

const UNCHANGED: Json = {
  description: 'The object still has an ETag of `If-None-Match`. The response has no body.',
  headers: { etag: ETAG },
};

const MIN_POSITION: Json = {
  name: MIN_POSITION_HEADER,
  in: 'header',
  required: false,
  description: 'Positions of earlier writes, separated by commas.',
  schema: { type: 'string', minLength: 1, maxLength: 1_024 },
};

const REPLAYED: Json = {
  description: 'Present if the response was stored by an earlier request with the same idempotency key.',
  schema: { type: 'string', const: 'true' },
};

/** @see docs/reference/http.md#read-your-writes */
const POSITION: Json = {
  description: 'Position of the change. A later request can wait until its results include the change.',
  schema: { type: 'string' },
};

/** @see docs/reference/http.md#wait-until-a-memory-is-searchable */
const SEARCHABLE: Json = {
  description: 'Present with wait_for=searchable. True if searches find the change.',
  schema: { type: 'string', enum: ['true', 'false'] },
};

/** Response of the HTTP parser of Node.js to request headers that are too large. */
const HEADERS_TOO_LARGE: Json = {
  description: 'The request line and the headers exceed 16 KiB. The response has no body.',
};

/** Returns the path segment after the version, which is the name of the resource. */
const tagOf = (route: Route): string => route.path.split('/')[3] ?? 'api';

function operation(route: Route): Json {
  const status = route.status ?? 200;
  return {
    operationId: operationId(route),
    summary: route.summary,
    tags: [tagOf(route)],
    ...(route.scope === 'public'
      ? { security: [] }
      : { description: requirementsText(route), security: [{ accessToken: requirements(route) }] }),
    parameters: [
      ...parameters('path', route.params, route.example?.params),
      ...parameters('query', route.query, route.example?.query),
      ...(route.reads ? parameters('query', freshnessQuery, undefined) : []),
      ...(route.canWaitForSearch ? parameters('query', waitForQuery, undefined) : []),
      ...(route.reads || route.scope === 'write' ? [MIN_POSITION] : []),
      ...(acceptsIdempotencyKey(route) ? [IDEMPOTENCY_KEY] : []),
      ...(route.acceptsIfMatch ? [IF_MATCH] : []),
      ...(acceptsIfNoneMatch(route) ? [IF_NONE_MATCH] : []),
    ],
    ...requestBody(route),
    responses: {
      [status]: success(route),
      ...(route.acceptsRanges ? { 206: fileContent('A part of the file.', route), 304: NOT_MODIFIED } : {}),
      ...(acceptsIfNoneMatch(route) ? { 304: UNCHANGED } : {}),
      ...(route.repeatedStatus === undefined ? {} : { [route.repeatedStatus]: success(route) }),
      ...Object.fromEntries([...errorStatuses(route)].sort().map(([code, names]) => [code, failure(names)])),
      431: HEADERS_TOO_LARGE,
    },
  };
}

/**
 * Returns the required scope and permission. OpenAPI 3.1 allows a list of roles for every security scheme.
 */
const requirements = ({ scope, permission }: Route): string[] => [scope, ...(permission ? [permission] : [])];

const requirementsText = (route: Route): string =>
  `Needs the scope \`${route.scope}\`${route.permission ? ` and the permission \`${route.permission}\`` : ''}.`;

/**
 * Returns the operation id, for example `post_memories_memory_id_tags` for `post
 * /api/v2/memories/:memory_id/tags`.
 */
const operationId = ({ method, path }: Route): string =>
  [method, ...path.split('/').slice(3)].map((part) => part.replace(/\W/g, '')).join('_');

const toSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
};

function parameters(
  where: 'path' | 'query',
  schema: z.ZodType | undefined,
  example: Record<string, string> | undefined,
): Json[] {
  if (!schema) return [];
  return Object.entries((schema as z.ZodObject).shape).map(([name, field]) => ({
    name,
    in: where,
    required: where === 'path' || !(field as z.ZodType).safeParse(undefined).success,
    schema: parameterSchema(field as z.ZodType),
    ...(example?.[name] === undefined ? {} : { example: example[name] }),
  }));
}

/** Returns the input schema, or the output schema for a preprocessed parameter whose input schema is empty. */
function parameterSchema(field: z.ZodType): Json {
  const input = toSchema(field, 'input');
  return Object.keys(input).some((key) => key !== 'default') ? input : toSchema(field, 'output');
}

function requestBody(route: Route): Json {
  if (!route.body) return {};
  if (route.body === 'multipart') {
    const properties = {
      file: { type: 'string', contentMediaType: 'application/octet-stream' },
      metadata: { type: 'string', description: 'A JSON object.' },
    };
    const schema = { type: 'object', required: ['file'], properties };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  const example = route.example?.body === undefined ? {} : { example: route.example.body };
  const content = { 'application/json': { schema: toSchema(route.body, 'input'), ...example } };
  // An operation treats a missing body as an empty object.
  return { requestBody: { required: !route.body.safeParse({}).success, content } };
}

function success(route: Route): Json {
  if (route.response === null) return fileContent('The content of the file.', route);
  const schema = {
    type: 'object',
    required: ['status', 'data', 'meta'],
    properties: {
      status: { type: 'string', const: 'success' },
      data: toSchema(route.response, 'output'),
      ...(route.responseMetadata ? { metadata: toSchema(route.responseMetadata, 'output') } : {}),
      meta: { $ref: '#/components/schemas/Meta' },
    },
  };
  return {
    description: 'Success.',
    ...headersOf(route),
    content: { 'application/json': { schema } },
  };
}

function headersOf(route: Route): Json {
  const headers = {
    ...(route.hasEtag ? { etag: ETAG } : {}),
    ...(route.scope === 'write' ? writeHeaders(route) : {}),
  };
  return Object.keys(headers).length === 0 ? {} : { headers };
}

const writeHeaders = (route: Route): Json => ({
  'x-loci-position': POSITION,
  ...(route.canWaitForSearch ? { [SEARCHABLE_HEADER]: SEARCHABLE } : {}),
  ...(acceptsIdempotencyKey(route) && !route.secret ? { [REPLAYED_HEADER]: REPLAYED } : {}),
});

const fileContent = (description: string, { responseType = 'application/octet-stream' }: Route): Json => ({
  description,
  content: { [responseType]: {} },
});

const NOT_MODIFIED: Json = {
  description: 'The file is unchanged since the `etag` of `If-None-Match`. The response has no body.',
};

function errorStatuses(route: Route): Map<string, string[]> {
  const codes = new Set<ErrorCode>(route.errors ?? []);
  if (route.scope !== 'public') {
    for (const code of [
      'AUTH_UNAUTHORIZED',
      'AUTH_TOKEN_EXPIRED',
      'AUTH_TOKEN_INVALID',
      'AUTH_INSUFFICIENT_PERMISSIONS',
      'AUTH_FORBIDDEN',
    ] as const) {
      codes.add(code);
    }
  }
  if (route.params || route.query || route.body) codes.add('VAL_VALIDATION_FAILED').add('VAL_FIELD_INVALID');
  if (acceptsIdempotencyKey(route)) {
    codes.add('VAL_IDEMPOTENCY_KEY_INVALID').add('VAL_IDEMPOTENCY_KEY_REUSED').add('BIZ_REQUEST_IN_PROGRESS');
    if (route.secret) codes.add('RES_ALREADY_EXISTS');
  }
  if (route.reads || route.scope === 'write') codes.add('VAL_POSITION_INVALID');
  if (route.reads) codes.add('VAL_FIELD_INVALID').add('SYS_NOT_FRESH');
  codes.add('BIZ_RATE_LIMIT_EXCEEDED').add('SYS_SERVICE_UNAVAILABLE');
  const byStatus = new Map<string, string[]>();
  const add = (status: number, code: ErrorCode): void => {
    byStatus.set(String(status), [...(byStatus.get(String(status)) ?? []), code]);
  };
  for (const code of codes) add(STATUS_BY_CODE[code], code);
  if (route.body) {
    add(413, 'VAL_FIELD_TOO_LONG');
    add(415, 'VAL_VALIDATION_FAILED');
  }
  if (route.acceptsRanges) add(416, 'VAL_FIELD_INVALID');
  for (const status of new Set(Object.values(route.invalidFieldStatus ?? {})))
    add(status, 'VAL_FIELD_INVALID');
  return byStatus;
}

const failure = (codes: readonly string[]): Json => ({
  description: codes.join(', '),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});
