import type { LanguageModelMiddleware } from 'ai';

type TransformParams = NonNullable<LanguageModelMiddleware['transformParams']>;

/** Parameters of a call of the model. */
export type CallParams = Parameters<TransformParams>[0]['params'];

/** Messages of a call of the model. */
export type Prompt = CallParams['prompt'];

/** Context of Loci in a text, also without its end, for example in a text that was truncated. */
const CONTEXT = /<loci_context>[\s\S]*?(?:<\/loci_context>|$)/g;

/** Removes each context that Loci returned from a text, so that it is neither stored again nor searched for. */
export const removeContext = (text: string): string => text.replace(CONTEXT, '').trim();

/** Returns the text of the last message of the user, without contexts; empty if there is no such text. */
export function lastUserText(prompt: Prompt): string {
  const message = prompt.findLast(({ role }) => role === 'user');
  return message === undefined ? '' : removeContext(textOf(message));
}

/** Returns true if the user has spoken last. False in the later steps of a turn, which follow the result of a tool. */
export const startsTurn = (prompt: Prompt): boolean => prompt.at(-1)?.role === 'user';

/** Inserts a system message after the system messages at the start, so that these stay in the cache of the provider. */
export function insertContext(prompt: Prompt, context: string): Prompt {
  const first = prompt.findIndex(({ role }) => role !== 'system');
  const position = first === -1 ? prompt.length : first;
  return prompt.toSpliced(position, 0, { role: 'system', content: context });
}

/** Returns the texts of all messages with their roles, without system messages. */
export const conversationTexts = (prompt: Prompt): string[][] =>
  prompt.filter(({ role }) => role !== 'system').map((message) => [message.role, textOf(message)]);

function textOf({ content }: Prompt[number]): string {
  if (typeof content === 'string') return content;
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
