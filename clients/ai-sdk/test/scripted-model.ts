import { simulateReadableStream } from 'ai';
import type { LanguageModelMiddleware } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';

type Result = Awaited<ReturnType<NonNullable<LanguageModelMiddleware['wrapGenerate']>>>;
type StreamResult = Awaited<ReturnType<NonNullable<LanguageModelMiddleware['wrapStream']>>>;
type StreamPart = StreamResult['stream'] extends ReadableStream<infer Part> ? Part : never;

export const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

const stop = { unified: 'stop', raw: undefined } as const;

/** Answer that consists of a text. */
export const textAnswer = (text: string): Result => ({
  content: [{ type: 'text', text }],
  finishReason: stop,
  usage: USAGE,
  warnings: [],
});

/** Answer that calls a tool. */
export const toolCall = (toolName: string, input: object): Result => ({
  content: [{ type: 'tool-call', toolCallId: `call-${toolName}`, toolName, input: JSON.stringify(input) }],
  finishReason: { unified: 'tool-calls', raw: undefined },
  usage: USAGE,
  warnings: [],
});

/** Returns a model that gives the answers in order. */
export const answering = (...answers: Result[]): MockLanguageModelV4 =>
  new MockLanguageModelV4({ doGenerate: answers });

/** Returns a model that streams the parts after the start of a text, and then the end of the answer. */
export function streaming(...parts: StreamPart[]): MockLanguageModelV4 {
  const chunks: StreamPart[] = [
    { type: 'stream-start', warnings: [] },
    { type: 'text-start', id: '1' },
    ...parts,
    { type: 'text-end', id: '1' },
    { type: 'finish', finishReason: stop, usage: USAGE },
  ];
  return new MockLanguageModelV4({
    doStream: async () => ({ stream: simulateReadableStream({ chunks, chunkDelayInMs: 1 }) }),
  });
}
