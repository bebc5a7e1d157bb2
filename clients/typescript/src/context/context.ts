import type { ContextMemory, PackedMemories } from './pack-memories.ts';

export interface OpenAIMessage {
  role: 'system';
  content: string;
}

export interface AnthropicTextBlock {
  type: 'text';
  text: string;
}

/** Memories that fit into a token budget, as text for a language model. */
export class Context {
  /** Empty if no memory was found or fits. */
  readonly text: string;
  /** Number of tokens of `text`. */
  readonly tokens: number;
  readonly memories: readonly ContextMemory[];
  /** Memories that were found, but exceeded the budget. */
  readonly omitted: readonly ContextMemory[];

  constructor({ text, tokens, memories, omitted }: PackedMemories) {
    this.text = text;
    this.tokens = tokens;
    this.memories = memories;
    this.omitted = omitted;
  }

  /** Returns messages for the start of `messages` of the OpenAI API; none if the context is empty. */
  toOpenAI(): OpenAIMessage[] {
    return this.text === '' ? [] : [{ role: 'system', content: this.text }];
  }

  /** Returns blocks for `system` of the Anthropic API; none if the context is empty. */
  toAnthropic(): AnthropicTextBlock[] {
    return this.text === '' ? [] : [{ type: 'text', text: this.text }];
  }
}
