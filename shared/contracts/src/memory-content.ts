import { z } from 'zod';
import { MAX_CONTENT_LENGTH } from './memory-types.ts';

/** Content of a memory: at most 10,000 characters, of which at least one is not white space. */
export const memoryContent = z
  .string()
  .regex(/\S/, 'Must not be empty or consist of whitespace.')
  .max(MAX_CONTENT_LENGTH)
  .meta({ minLength: 1 });
