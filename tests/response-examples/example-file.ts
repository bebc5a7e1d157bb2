import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../support/api-connection.ts';

/** Bodies of successful responses, by operation id and status. */
export type Examples = Readonly<Record<string, Readonly<Record<string, Json>>>>;

/** A successful response in JSON of the OpenAPI document. */
export interface SuccessResponse {
  operationId: string;
  status: string;
  schema: Json;
}

const ROOT = join(import.meta.dirname, '../..');
export const EXAMPLES_PATH = 'infra/codegen/openapi/response-examples.json';
const DOCUMENT_PATH = 'gateway/src/api-description/openapi.json';

const read = (path: string): Json => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

export const readDocument = (): Json => read(DOCUMENT_PATH);

export const readExamples = (): Examples => read(EXAMPLES_PATH);

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
export function writeExamples(document: Json, examples: Examples): void {
  const sorted: Record<string, Record<string, Json>> = {};
  const missing: string[] = [];
  for (const { operationId, status } of successResponsesOf(document)) {
    const example = examples[operationId]?.[status];
    if (example === undefined) missing.push(`${operationId} ${status}`);
    (sorted[operationId] ??= {})[status] = example;
  }
  if (missing.length > 0) {
    throw new Error(`Record these responses in tests/response-examples/scenario: ${missing.join(', ')}.`);
  }
  writeFileSync(join(ROOT, EXAMPLES_PATH), `${JSON.stringify(sorted, null, 2)}\n`);
}
