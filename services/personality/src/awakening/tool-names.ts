import { readFileSync } from 'node:fs';

/** Reads the names of the assistant tools of the gateway from `tool-names.json`, which `npm run generate` writes. */
export const readToolNames = (): string[] =>
  JSON.parse(readFileSync(new URL('tool-names.json', import.meta.url), 'utf8')) as string[];
