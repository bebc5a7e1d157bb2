import { readFileSync } from 'node:fs';
import type { ToolReference } from './briefing.ts';

/** The assistant tools as the gateway serves them; made from its table by `npm run generate`. */
export const toolReference = (): ToolReference[] =>
  JSON.parse(readFileSync(new URL('tool-reference.json', import.meta.url), 'utf8')) as ToolReference[];
