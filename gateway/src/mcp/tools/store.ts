import type { MemoryResource } from '@loci/contracts';
import { z } from 'zod';
import { detectMemoryType } from '../detection/detect-memory-type.ts';
import { estimateImportance } from '../detection/estimate-importance.ts';
import { ADDS, tool } from '../tool.ts';
import { anyObject, content, importance, tags } from './parameters.ts';

export const store = tool({
  name: 'store',
  title: 'Store a memory',
  summary: 'Stores a piece of knowledge for later conversations.',
  notes: 'The memory type is detected from the text, and the importance where it is left out.',
  scope: 'write',
  annotations: ADDS,
  input: z.object({ content, tags: tags.optional(), importance: importance.optional() }),
  output: { memory: anyObject },
  handle: async ({ ask }, input) => {
    const memoryType = detectMemoryType(input.content);
    const memory = await ask<MemoryResource>({
      method: 'post',
      path: '/api/v2/memories',
      body: {
        content: input.content,
        memory_type: memoryType,
        importance: input.importance ?? estimateImportance(input.content, memoryType),
        ...(input.tags === undefined ? {} : { tags: input.tags }),
      },
    });
    return { memory };
  },
});
