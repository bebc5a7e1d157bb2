import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { ApiResponse, ApiRequest, Json, SendRequest } from '../../support/api-connection.ts';
import { operationsOf } from './operation.ts';
import type { Operation } from './operation.ts';

/** An answer that was given while the suites ran. */
export interface SeenAnswer {
  operation: string;
  status: number;
  /** Of an error. */
  code: string | null;
}

/** What the document does not say about these statuses of every path, the general part of the API does. */
const STATUSES_OF_EVERY_PATH = new Set([404, 405, 413, 421, 422]);

/**
 * Sends like `send`, and throws when the answer is not what the OpenAPI document and the general rules of the API
 * promise: a declared status, the declared shape, request id, rate limit headers, no cached answer.
 *
 * @param seen told of every answer to a known operation
 */
export function checkResponses(
  send: SendRequest,
  document: Json,
  seen: (answer: SeenAnswer) => void,
): SendRequest {
  const find = operationFinder(operationsOf(document));
  const validatorOf = shapeValidators(document);
  return async (call) => {
    const answer = await send(call);
    const operation = find(call);
    const problems = [...generalProblems(call, answer)];
    if (answer.status >= 400) {
      problems.push(...validatorOf({ $ref: '#/components/schemas/Error' }, 'Error')(answer.body));
    }
    if (operation !== undefined) {
      const declared = operation.responses[answer.status];
      if (declared === undefined && !STATUSES_OF_EVERY_PATH.has(answer.status)) {
        problems.push(`the status ${answer.status} is not declared`);
      }
      const schema = declared?.content?.['application/json']?.schema;
      if (schema !== undefined && answer.status < 400) {
        problems.push(...validatorOf(schema, `${operation.name} ${answer.status}`)(answer.body));
      }
      const code = answer.body?.error?.code ?? null;
      seen({ operation: operation.name, status: answer.status, code });
    }
    if (problems.length > 0) {
      const shown = answer.text.slice(0, 1_000);
      throw new Error(
        `${call.method} ${call.path} answered ${answer.status}, but ${problems.join('; ')}: ${shown}`,
      );
    }
    return answer;
  };
}

function* generalProblems(call: ApiRequest, { status, headers, body }: ApiResponse): Generator<string> {
  if (status >= 500 && status !== 501) yield `a server error has no place here`;
  if (headers['x-request-id'] === undefined) yield 'x-request-id is missing';
  if (!call.path.startsWith('/api/') || status === 421 || call.method === 'OPTIONS') return;
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
    if (!/^\d+$/.test(headers[name] ?? '')) yield `${name} is missing`;
  }
  if (body === null) return;
  if (headers['cache-control'] !== 'no-store') yield 'a cache may keep it';
  if (body.meta?.request_id !== headers['x-request-id']) yield 'meta.request_id is not x-request-id';
  if (body.meta?.version !== '2.0.0') yield 'meta.version is not 2.0.0';
}

/** Which operation a call is, when method and path are those of one; literal segments win. */
export function operationFinder(
  operations: readonly Operation[],
): (call: ApiRequest) => Operation | undefined {
  const patterns = operations
    .map((operation) => ({ operation, pattern: patternOf(operation.path) }))
    .sort((a, b) => parametersIn(a.operation.path) - parametersIn(b.operation.path));
  return ({ method, path }) => {
    const bare = path.split('?')[0]!;
    return patterns.find(
      ({ operation, pattern }) => operation.method === method.toUpperCase() && pattern.test(bare),
    )?.operation;
  };
}

export const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`);

const parametersIn = (path: string): number => path.split('{').length - 1;

function shapeValidators(document: Json) {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  formats.default(ajv);
  ajv.addSchema({ $id: 'loci:', components: document.components });
  const compiled = new Map<string, ValidateFunction>();
  return (schema: Json, name: string) => {
    let validate = compiled.get(name);
    if (validate === undefined) {
      // References in the document are relative to it.
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
        : [`its shape is not the declared one (${ajv.errorsText(validate.errors, { dataVar: 'body' })})`];
  };
}
