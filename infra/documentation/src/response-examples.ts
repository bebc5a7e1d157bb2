import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Bodies of successful responses in JSON, by operation id and status. */
export type ResponseExamples = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** File that `npm run examples` writes. */
export const RESPONSE_EXAMPLES_FILE = join(
  import.meta.dirname,
  '../../codegen/openapi/response-examples.json',
);

/** Reads the responses that `npm run examples` recorded. */
export const readResponseExamples = (): ResponseExamples =>
  JSON.parse(readFileSync(RESPONSE_EXAMPLES_FILE, 'utf8')) as ResponseExamples;
