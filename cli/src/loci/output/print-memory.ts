import type { Memory } from '@loci/client';
import { cleanText } from './clean-text.ts';
import type { Terminal } from './terminal.ts';

/** Prints the fields of a memory, and its whole content. */
export function printMemory(terminal: Terminal, memory: Memory): void {
  const fields: [string, string | undefined][] = [
    ['ID', memory.id],
    ['Type', memory.memory_type],
    ['Importance', String(memory.importance)],
    ['Confidence', String(memory.confidence)],
    ['Tags', memory.tags.length === 0 ? undefined : memory.tags.join(', ')],
    ['Occurred', memory.occurred_at],
    ['Updated', memory.updated_at],
    ['Validity', memory.validity === 'current' ? undefined : memory.validity],
    ['Expires', memory.expires_at ?? undefined],
    ['Pinned', memory.pinned === true ? 'yes' : undefined],
  ];
  for (const [label, value] of fields)
    if (value !== undefined) terminal.print(`${terminal.style('dim', label.padEnd(11))}${cleanText(value)}`);
  terminal.print('');
  terminal.print(cleanText(memory.content));
}
