import { chatGpt } from './formats/chatgpt.ts';
import { claudeCode } from './formats/claude-code.ts';
import { claude } from './formats/claude.ts';
import { codex } from './formats/codex.ts';
import { basicMemory, obsidian } from './formats/markdown-folder.ts';
import { mcpMemoryServer } from './formats/mcp-memory-server.ts';
import { mcpMemoryService } from './formats/mcp-memory-service.ts';
import { mem0 } from './formats/mem0.ts';
import { ImportError } from './import-item.ts';
import type { ImportFormat } from './import-item.ts';

/** All formats that can be imported. */
export const IMPORT_FORMATS: readonly ImportFormat[] = [
  mcpMemoryServer,
  mem0,
  mcpMemoryService,
  basicMemory,
  obsidian,
  chatGpt,
  claude,
  claudeCode,
  codex,
];

/** Returns the format with a name. */
export function importFormat(name: string): ImportFormat {
  const format = IMPORT_FORMATS.find((candidate) => candidate.name === name);
  if (format !== undefined) return format;
  const names = IMPORT_FORMATS.map((candidate) => candidate.name).join(', ');
  throw new ImportError(`Unknown format "${name}". The formats are ${names}.`);
}
