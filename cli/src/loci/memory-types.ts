import type { Memory } from '@loci/client';
import { Option } from 'commander';

/** Memory types that shells complete. A later version of the server can have more. */
const MEMORY_TYPES = [
  'fact',
  'insight',
  'conversation',
  'correction',
  'reference',
  'task',
  'checkpoint',
  'strategy',
] as const satisfies readonly Memory['memory_type'][];

/** Returns an option with memory types. Only the server rejects unknown types. */
export function memoryTypeOption(flags: string, description: string): Option {
  const option = new Option(flags, description);
  option.argChoices = [...MEMORY_TYPES];
  return option;
}
