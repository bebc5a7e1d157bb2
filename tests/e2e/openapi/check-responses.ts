import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { ApiRequest, ApiResponse, Json, SendRequest } from '../../support/api-connection.ts';
import { operationsOf } from './operation.ts';
import type { Operation } from './operation.ts';

/** Statuses that every path can return and the document does not declare for each operation. */
const GENERAL_STATUSES = new Set([404, 405, 413, 421, 422]);

const POSITION = /^p1\.[\w-]+$/;

/**
 * Wraps `send` so that it throws if a response does not match the OpenAPI document or the general rules of the API:
 * a declared status and body schema, a request id, rate limit headers, no caching, and a position of each write.
 */
export function checkResponses(send: SendRequest, document: Json): SendRequest {
  const find = operationFinder(operationsOf(document));
  const validatorOf = createValidators(document);
  return async (request) => {
    const response = await send(request);
    const operation = find(request);
    const problems = [...generalProblems(request, response)];
    if (response.status >= 400) {
      problems.push(...validatorOf({ $ref: '#/components/schemas/Error' }, 'Error')(response.body));
    }
    if (operation !== undefined) {
      const declared = operation.responses[response.status];
      if (declared === undefined && !GENERAL_STATUSES.has(response.status)) {
        problems.push(`the status ${response.status} is not declared`);
      }
      const schema = declared?.content?.['application/json']?.schema;
      const isWritten = operation.needs[0] === 'write' && response.status < 300;
      if (isWritten && !POSITION.test(response.headers['x-loci-position'] ?? '')) {
        problems.push('x-loci-position is missing');
      }
      if (schema !== undefined && response.status < 400) {
        problems.push(...validatorOf(schema, `${operation.name} ${response.status}`)(response.body));
      }
    }
    if (problems.length > 0) {
      throw new Error(
        `${request.method} ${request.path} returned ${response.status}, but ${problems.join('; ')}: ${response.text.slice(0, 1_000)}`,
      );
    }
    return response;
  };
}

function* generalProblems(request: ApiRequest, { status, headers, body }: ApiResponse): Generator<string> {
  if (status >= 500 && status !== 501) yield 'server errors are not expected';
  if (headers['x-request-id'] === undefined) yield 'x-request-id is missing';
  if (!request.path.startsWith('/api/') || status === 421 || request.method === 'OPTIONS') return;
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
    if (!/^\d+$/.test(headers[name] ?? '')) yield `${name} is missing`;
  }
  if (body === null) return;
  // Responses with credentials are not compressed.
  if (!/^no-store(, no-transform)?$/.test(headers['cache-control'] ?? ''))
    yield 'cache-control is not no-store';
  if (body.meta?.request_id !== headers['x-request-id']) yield 'meta.request_id is not x-request-id';
  if (body.meta?.version !== '2.0.0') yield 'meta.version is not 2.0.0';
}

/** Returns a function that finds the operation of a request. Literal path segments take precedence over parameters. */
export function operationFinder(
  operations: readonly Operation[],
): (request: Pick<ApiRequest, 'method' | 'path'>) => Operation | undefined {
  const patterns = operations
    .map((operation) => ({ operation, pattern: patternOf(operation.path) }))
    .sort((a, b) => parametersIn(a.operation.path) - parametersIn(b.operation.path));
  return ({ method, path }) => {
    const pathname = path.split('?')[0]!;
    return patterns.find(
      ({ operation, pattern }) => operation.method === method.toUpperCase() && pattern.test(pathname),
    )?.operation;
  };
}

/** Returns a pattern that matches the paths of a path template. */
export const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`);

const parametersIn = (path: string): number => path.split('{').length - 1;

/** Returns a function that creates a validator. It compiles the schema of each name once. */
export function createValidators(document: Json) {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  formats.default(ajv);
  ajv.addSchema({ $id: 'loci:', components: document.components });
  const compiled = new Map<string, ValidateFunction>();
  return (schema: Json, name: string) => {
    let validate = compiled.get(name);
    if (validate === undefined) {
      // References in the schema are relative to the document, which is registered in Ajv as `loci:`.
      validate = ajv.compile(
        JSON.parse(
          JSON.stringify(schema)
            .replaceAll('"#/components', '"loci:#/components')
            .replaceAll('"$schema":"https://json-schema.org/draft/2020-12/schema",', ''),
        ),
      );
      compiled.set(name, validate);
    }
    return (body: Json): string[] =>
      validate(body)
        ? []
        : [`the body does not match its schema (${ajv.errorsText(validate.errors, { dataVar: 'body' })})`];
  };
}
