import type { Assistant } from './assistant.ts';
import { claudeCode } from './assistants/claude-code.ts';
import { claudeDesktop } from './assistants/claude-desktop.ts';
import { codex } from './assistants/codex.ts';
import { cursor } from './assistants/cursor.ts';
import { geminiCli } from './assistants/gemini-cli.ts';
import { vsCode } from './assistants/vs-code.ts';
import { windsurf } from './assistants/windsurf.ts';

/** Assistants that `loci connect` configures. */
export const ASSISTANTS: readonly Assistant[] = [
  claudeCode,
  claudeDesktop,
  codex,
  cursor,
  vsCode,
  windsurf,
  geminiCli,
];
