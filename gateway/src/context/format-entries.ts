import { firstCodePoints, removeInvisible } from '@loci/core';
import type { ContextContradiction, ContextMemory, ContextProfile } from './context.resource.ts';

/** Maximum number of characters of each memory of a contradiction. */
const MAX_CONTRADICTING = 300;

/** Returns one line for the persona, if there is one, and one for each instruction. */
export const profileLines = ({ persona_name: name, instructions }: ContextProfile): string[] => [
  ...(name === null ? [] : [`Persona: ${toLine(name)}\n`]),
  ...instructions.map((instruction) => `- ${toLine(instruction)}\n`),
];

/** Returns the line of a memory or document chunk, with its date and the name of the document. */
export function memoryLine({
  content,
  is_shortened: isShortened,
  occurred_at: time,
  document,
}: ContextMemory): string {
  const source = document === null ? '' : `, ${toLine(document.filename ?? 'document')}`;
  return `- ${time.slice(0, 10)}${source}: ${toLine(content)}${isShortened ? ' …' : ''}\n`;
}

/** Returns the lines of a contradiction, which has one for each of its memories. */
export const contradictionLine = ({ source, target }: ContextContradiction): string =>
  `- ${toStatement(source)}\n  contradicts ${toStatement(target)}\n`;

const toStatement = ({ content, is_shortened: isShortened, occurred_at: time }: ContextMemory): string => {
  const line = toLine(content);
  const statement = firstCodePoints(line, MAX_CONTRADICTING);
  return `${time.slice(0, 10)}: ${statement}${isShortened || statement.length < line.length ? ' …' : ''}`;
};

/** Converts stored text to one visible line that can neither end its section nor start another entry. */
const toLine = (text: string): string =>
  removeInvisible(text.replace(/[\s\p{Cc}]+/gu, ' '))
    .replaceAll('<', '&lt;')
    .trim();
