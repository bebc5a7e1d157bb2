import { readFileSync } from 'node:fs';

/** Bodies of successful responses in JSON, by operation id and status. */
export type ResponseExamples = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const FILE = new URL('response-examples.json', import.meta.url);

/** Reads the responses that `npm run examples` recorded. */
export const readResponseExamples = (): ResponseExamples =>
  JSON.parse(readFileSync(FILE, 'utf8')) as ResponseExamples;
