import type { Loci } from '@loci/client';
import type { LanguageModelMiddleware } from 'ai';
import type { LociMiddlewareOptions } from './options.ts';
import type { Prompt } from './prompt.ts';
import { recallContext } from './recall-context.ts';
import { storeUserMessage } from './store-user-message.ts';

type WrapStream = NonNullable<LanguageModelMiddleware['wrapStream']>;
type FinishReason = Awaited<ReturnType<NonNullable<LanguageModelMiddleware['wrapGenerate']>>>['finishReason'];
type StreamPart = Awaited<ReturnType<WrapStream>>['stream'] extends ReadableStream<infer Part> ? Part : never;

/**
 * Returns middleware for `wrapLanguageModel`. Before each call of the model, it adds the context for the last message
 * of the user to the system messages. After the first answer of a turn, it stores this message in the background.
 * Nothing is stored if the call fails, or if the stream is canceled, interrupted or contains an error.
 *
 * Errors of Loci do not reach the caller of the model. They are passed to `onError`.
 */
export function lociMiddleware(client: Loci, options: LociMiddlewareOptions = {}): LanguageModelMiddleware {
  const { recall = true, store = true, waitUntil } = options;

  function report(error: unknown, operation: 'recall' | 'store'): void {
    try {
      (options.onError ?? warn)(error, operation);
    } catch (failure) {
      warn(failure, operation);
    }
  }

  function storeInBackground(prompt: Prompt): void {
    if (!store) return;
    const stored = storeUserMessage(client, options, prompt).catch((error: unknown) =>
      report(error, 'store'),
    );
    try {
      waitUntil?.(stored);
    } catch (error) {
      report(error, 'store');
    }
  }

  return {
    specificationVersion: 'v4',

    transformParams: async ({ params }) => {
      if (!recall) return params;
      try {
        return await recallContext(client, options, params);
      } catch (error) {
        report(error, 'recall');
        return params;
      }
    },

    wrapGenerate: async ({ doGenerate, params }) => {
      const result = await doGenerate();
      if (isComplete(result.finishReason)) storeInBackground(params.prompt);
      return result;
    },

    wrapStream: async ({ doStream, params }) => {
      const { stream, ...rest } = await doStream();
      let complete = true;
      const observer = new TransformStream<StreamPart, StreamPart>({
        transform(part, controller) {
          if (part.type === 'error') complete = false;
          if (part.type === 'finish') complete &&= isComplete(part.finishReason);
          controller.enqueue(part);
        },
        // Not called if the stream is canceled.
        flush() {
          if (complete) storeInBackground(params.prompt);
        },
      });
      return { stream: stream.pipeThrough(observer), ...rest };
    },
  };
}

const isComplete = ({ unified }: FinishReason): boolean => unified !== 'error' && unified !== 'interrupted';

function warn(error: unknown, operation: 'recall' | 'store'): void {
  console.warn(`Loci: ${operation} failed.`, error);
}
