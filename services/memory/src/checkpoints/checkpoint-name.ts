import type { MemoryType } from '@loci/contracts';
import { AppError, codePointLength } from '@loci/core';
import type { Metadata } from '../memories/memory.ts';

/** Maximum length of a checkpoint name, in code points. */
export const MAX_CHECKPOINT_NAME_LENGTH = 200;
const FIELD = 'metadata.name';

/**
 * Requires that a checkpoint has a valid name. The unique index `checkpoint_names` ensures that no two active
 * checkpoints of a tenant have the same name.
 *
 * @param memoryType for other types than `checkpoint`, the metadata is not checked
 * @throws VAL_FIELD_REQUIRED, VAL_FIELD_INVALID or VAL_FIELD_TOO_LONG with the field `metadata.name`
 * @see docs/reference/memories.md#checkpoints
 */
export function requireCheckpointName(memoryType: MemoryType, metadata: Metadata): void {
  if (memoryType !== 'checkpoint') return;
  const name = metadata['name'];
  if (name === undefined || name === null) {
    throw invalidName('VAL_FIELD_REQUIRED', 'A checkpoint needs a name.');
  }
  if (typeof name !== 'string' || name.trim() === '')
    throw invalidName('VAL_FIELD_INVALID', 'Must be a string that is not blank.');
  const length = codePointLength(name);
  if (length > MAX_CHECKPOINT_NAME_LENGTH) {
    throw invalidName('VAL_FIELD_TOO_LONG', `Must be at most ${MAX_CHECKPOINT_NAME_LENGTH} characters.`, {
      max_length: MAX_CHECKPOINT_NAME_LENGTH,
      actual_length: length,
    });
  }
}

const invalidName = (
  code: 'VAL_FIELD_REQUIRED' | 'VAL_FIELD_INVALID' | 'VAL_FIELD_TOO_LONG',
  message: string,
  details = {},
): AppError =>
  new AppError(code, `${FIELD}: ${message}`, {
    fieldErrors: { [FIELD]: [message] },
    details: { field: FIELD, ...details },
  });
