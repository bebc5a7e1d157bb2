import { MEMORY_TYPES, PROTECTED_MEMORY_TYPES } from '@loci/client';
import { Option } from 'commander';

const CREATABLE = MEMORY_TYPES.filter((type) => !PROTECTED_MEMORY_TYPES.some((each) => each === type));

/** Returns an option with memory types, which shells complete. Only the server rejects unknown types. */
export function memoryTypeOption(flags: string, description: string): Option {
  const option = new Option(flags, description);
  option.argChoices = CREATABLE;
  return option;
}
