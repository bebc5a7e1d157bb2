import { MockLanguageModelV4 } from 'ai/test';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

/** Model that answers with the first memory of the context in its prompt. */
export const model = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => {
    const context = prompt.find(({ role }) => role === 'system')?.content ?? '';
    const text = /<memories>\n- [0-9-]+: (.+)/.exec(context as string)?.[1] ?? 'I do not know.';
    return {
      content: [{ type: 'text', text }],
      finishReason: { unified: 'stop', raw: undefined },
      usage,
      warnings: [],
    };
  },
});
