import type { ContextData } from '../types.ts';

export interface OpenAIMessage {
  role: 'system';
  content: string;
}

export interface AnthropicTextBlock {
  type: 'text';
  text: string;
}

/** What an assistant needs for its next answer, as text for a language model and as data. */
export class Context {
  /** Empty if nothing was found. */
  readonly text: string;
  /** Estimated number of tokens of `text`. */
  readonly tokens: number;
  /** Entries of `text` by section, and what is missing. */
  readonly data: ContextData;

  constructor(data: ContextData) {
    this.text = data.text;
    this.tokens = data.tokens;
    this.data = data;
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
