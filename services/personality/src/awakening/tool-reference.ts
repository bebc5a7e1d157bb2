import { readFileSync } from 'node:fs';
import type { ToolReference } from './briefing.ts';

/** Reads the assistant tools of the gateway from `tool-reference.json`, which `npm run generate` writes. */
export const readToolReferences = (): ToolReference[] =>
  JSON.parse(readFileSync(new URL('tool-reference.json', import.meta.url), 'utf8')) as ToolReference[];
