import { readFileSync } from 'node:fs';
import type { ToolReference } from './briefing.ts';

/** Reads the assistant tools that the gateway serves. `npm run generate` writes the file. */
export const readToolReferences = (): ToolReference[] =>
  JSON.parse(readFileSync(new URL('tool-reference.json', import.meta.url), 'utf8')) as ToolReference[];
