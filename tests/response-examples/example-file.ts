import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RESPONSE_EXAMPLES_FILE } from '../../infra/documentation/src/response-examples.ts';
import type { ResponseExamples } from '../../infra/documentation/src/response-examples.ts';
import type { Json } from '../support/api-connection.ts';

/** A successful response in JSON of the OpenAPI document. */
export interface SuccessResponse {
  operationId: string;
  status: string;
  schema: Json;
}

const DOCUMENT_FILE = join(import.meta.dirname, '../../gateway/src/api-description/openapi.json');

export const readDocument = (): Json => JSON.parse(readFileSync(DOCUMENT_FILE, 'utf8'));

/** Lists the successful responses in JSON of all operations, in the order of the document. */
export const successResponsesOf = (document: Json): SuccessResponse[] =>
  Object.values<Json>(document.paths).flatMap((methods) =>
    Object.values<Json>(methods).flatMap(({ operationId, responses }) =>
      Object.entries<Json>(responses).flatMap(([status, { content }]) => {
        const schema = content?.['application/json']?.schema;
        return status < '300' && schema !== undefined ? [{ operationId, status, schema }] : [];
      }),
    ),
  );

/**
 * Writes the examples in the order of the document.
 *
 * @throws Error if a response of the document has no example
 */
export function writeExamples(document: Json, examples: ResponseExamples): void {
  const sorted: Record<string, Record<string, unknown>> = {};
  const missing: string[] = [];
  for (const { operationId, status } of successResponsesOf(document)) {
    const example = examples[operationId]?.[status];
    if (example === undefined) missing.push(`${operationId} ${status}`);
    (sorted[operationId] ??= {})[status] = example;
  }
  if (missing.length > 0) {
    throw new Error(`Record these responses in tests/response-examples/scenario: ${missing.join(', ')}.`);
  }
  writeFileSync(RESPONSE_EXAMPLES_FILE, `${JSON.stringify(sorted, null, 2)}\n`);
}
